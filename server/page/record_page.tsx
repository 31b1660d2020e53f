import { describeExclusion } from "@dossier/core/exclude";
import type { InjectionRecord } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { BudgetBar } from "./budget_bar.tsx";
import { CappedItems, NoteList, OmissionList } from "./lists.tsx";
import { formatCount, formatCounted, formatTime } from "./figures.ts";
import type { ExplainedRecord } from "./explanations.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { PassageList } from "./passage_list.tsx";
import { OneLine, PlainText } from "./plain_text.tsx";
import { PlanSummary } from "./bundle_view.tsx";
import { type RestoredText, RestoredView } from "./restored_view.tsx";
import type { Child } from "hono/jsx";
import { AskAgain } from "./question_form.tsx";

/** One record: what was asked, given and left out, and its text again. */
export function RecordPage({ state, record, restored, explained }: {
  readonly state: PageState;
  readonly record: InjectionRecord;
  readonly restored: RestoredText;
  /** Where its scores come from, when that was asked of the ranking of today. */
  readonly explained?: ExplainedRecord | undefined;
}): JSX.Element {
  const { id, budget, passages, omitted, notes, plan, outcomes, exclusions } = record;
  const { root } = state;
  return (
    <PageFrame title={`Record ${id}`} state={state} current="log">
      <h1>
        Record {id}
        <span class="faint">{record.kind === "answer" ? "an answer" : "a bundle"}</span>
      </h1>
      <RecordFields record={record} root={root} />
      <form class="filter" method="get" action="/diff">
        <input type="hidden" name="root" value={root} />
        <input type="hidden" name="right" value={String(id)} />
        <label>
          <span>Compare with record</span>
          <input
            name="left"
            value={id > 1 ? String(id - 1) : ""}
            inputmode="numeric"
            required
            autocomplete="off"
          />
        </label>
        <button type="submit">Compare</button>
      </form>
      <BudgetBar budget={budget} passages={passages} omitted={omitted} />
      <NoteList notes={notes} />
      {outcomes.length === 0 ? "" : (
        <section aria-labelledby="requests">
          <h2 id="requests">Requests</h2>
          <ul>
            <CappedItems
              items={outcomes}
              noun="request"
              render={({ request, outcome, message }) => (
                <li>
                  <code>
                    <PlainText text={request} />
                  </code>{" "}
                  <b>{outcome.replaceAll("_", " ")}</b> <OneLine text={message} />
                </li>
              )}
            />
          </ul>
        </section>
      )}
      {plan === undefined ? "" : <PlanSummary plan={plan} />}
      <section aria-labelledby="passages">
        <h2 id="passages">
          Passages<span class="faint">{formatCounted(passages.length, "passage")}, as given</span>
        </h2>
        <Explained record={record} explained={explained} root={root} />
        <PassageList
          passages={passages.map(({ details, freshness, ...passage }, index) => ({
            ...(explained?.explanations.has(index) && {
              explanation: explained.explanations.get(index)!,
            }),
            ...details,
            ...passage,
            ...(freshness === undefined ? {} : { freshness }),
            rank: index + 1,
          }))}
          whole={budget.limit}
          root={root}
        />
      </section>
      <OmissionList omitted={omitted} />
      {exclusions.length === 0 ? "" : (
        <section aria-labelledby="kept-out">
          <h2 id="kept-out">Kept out by rules</h2>
          <ul>
            <CappedItems
              items={exclusions}
              noun="path"
              render={({ path, rule }) => (
                <li>
                  <PlainText text={`${path}: ${describeExclusion(rule)}`} />
                </li>
              )}
            />
          </ul>
        </section>
      )}
      <RestoredView id={id} restored={restored} root={root} />
      <p>
        <a href={pageUrl("/log", { root })}>Back to the log</a>
      </p>
    </PageFrame>
  );
}

/** Leads to the parts of scores that were recorded without, or says how far these can be relied on. */
function Explained({ record: { id, passages }, explained, root }: {
  readonly record: InjectionRecord;
  readonly explained: ExplainedRecord | undefined;
  readonly root: string;
}): JSX.Element | null {
  if (explained !== undefined) {
    const { explanations, changed } = explained;
    return (
      <p class="faint">
        {formatCounted(explanations.size, "score")} of {passages.length}{" "}
        can be explained by the ranking as it is now. {changed === 0
          ? "All scores are what they were."
          : `${formatCounted(changed, "score")} ${
            changed === 1 ? "is another" : "are others"
          } by now.`}
      </p>
    );
  }
  const isPlain = passages.some(({ details, role }) =>
    details.explanation === undefined && (role === undefined || role === "snippet")
  );
  if (!isPlain) return null;
  return (
    <p>
      <a href={pageUrl(`/log/${id}`, { root, parts: "now" })}>
        Explain the scores by the ranking as it is now
      </a>
    </p>
  );
}

/** What a record says of itself, by name. */
function RecordFields({ record, root }: {
  readonly record: InjectionRecord;
  readonly root: string;
}): JSX.Element {
  const { time, durationMs, trigger, session, round, request, format, hash, index, withdrawn } =
    record;
  const { query, issue, text, options } = request;
  return (
    <dl class="about">
      {issue === undefined ? "" : (
        <Field name="Issue">
          <b>
            <OneLine text={[issue.id, issue.title].filter((part) => part !== "").join(": ")} />
          </b>
          <pre class="prose"><PlainText text={issue.description} keepsLines /></pre>
        </Field>
      )}
      {issue !== undefined || query === "" ? "" : (
        <Field name="Asked">
          <pre class="prose"><PlainText text={query} keepsLines /></pre>
          <AskAgain root={root} query={query} />
        </Field>
      )}
      {text === undefined ? "" : (
        <Field name="Text of the agent">
          <pre class="prose"><PlainText text={text} keepsLines /></pre>
        </Field>
      )}
      <Field name="When">
        {formatTime(time)}, set off by <PlainText text={trigger} />
        {durationMs === undefined ? "" : `, took ${formatCount(Math.round(durationMs))} ms`}
        {withdrawn === undefined ? "" : "; not sent, as nobody waited for it any more"}
      </Field>
      {session === undefined ? "" : (
        <Field name="Session">
          <a href={pageUrl("/session", { root, session })}>
            <PlainText text={session} />
          </a>
          {round === undefined ? "" : `, round ${round}`}
        </Field>
      )}
      <Field name="Options">
        {listOptions(options).map((option) => (
          <>
            <code>
              <PlainText text={option} />
            </code>
            {" "}
          </>
        ))}
        written as <PlainText text={format} />
      </Field>
      <Field name="Index then">
        {formatCounted(index.documents, "document")},{" "}
        {formatCounted(index.chunks, "chunk")}, written {formatTime(index.updatedAt)}
        {index.commit === undefined ? "" : (
          <>
            {" "}at <code>{index.commit.slice(0, 12)}</code>
          </>
        )}
        {index.stale
          ? `; may have been behind, ${formatCounted(index.pending, "file")} pending`
          : ""}
      </Field>
      <Field name="Hash">
        <code>{hash}</code>
      </Field>
    </dl>
  );
}

function Field({ name, children }: { readonly name: string; readonly children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns the options that ask for something. */
function listOptions(options: InjectionRecord["request"]["options"]): string[] {
  return Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)] as const)
    .filter(([name, value]) => value !== "[]" && value !== "{}" && name !== "format")
    .map((pair) => pair.join(" "));
}
