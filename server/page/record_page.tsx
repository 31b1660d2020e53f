import { describeExclusion } from "@dossier/core/exclude";
import type { Injection } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { BudgetBar } from "./budget_bar.tsx";
import { IssueName } from "./bundle_view.tsx";
import type { ExplainedRecord } from "./explanations.ts";
import { formatCount, formatCounted, formatTime } from "./figures.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { CappedItems, Fact, Filter, PageSection, TextField } from "./parts.tsx";
import { PassageList } from "./passage_list.tsx";
import { OneLine, PlainText } from "./plain_text.tsx";
import { AskAgain } from "./question_form.tsx";
import { NoteList, OmissionList, PlanSummary } from "./report_parts.tsx";
import { type RestoredText, RestoredView } from "./restored_view.tsx";

/** One record: the question, what was given and left out, and the text again. */
export function RecordPage({ state, record, restored, explained }: {
  readonly state: PageState;
  readonly record: Injection;
  readonly restored: RestoredText;
  /** Where its scores come from, when that was asked of the ranking of today. */
  readonly explained?: ExplainedRecord | undefined;
}): JSX.Element {
  const { id, kind, budget, fragments, omitted, notes, plan } = record;
  const { root } = state;
  return (
    <PageFrame title={`Record ${id}`} state={state} current="log">
      <h1>
        Record {id}
        <span class="faint">{kind === "answer" ? "an answer" : "a bundle"}</span>
      </h1>
      <RecordFacts record={record} root={root} />
      <Filter action="/diff" root={root}>
        <input type="hidden" name="right" value={String(id)} />
        <TextField
          label="Compare with record"
          name="left"
          value={id > 1 ? String(id - 1) : ""}
          inputmode="numeric"
          required
        />
        <button type="submit">Compare</button>
      </Filter>
      <BudgetBar budget={budget} fragments={fragments} omitted={omitted} />
      <NoteList notes={notes} />
      <Outcomes record={record} />
      {plan && <PlanSummary plan={plan} />}
      <PageSection
        id="passages"
        title="Passages"
        aside={`${formatCounted(fragments.length, "passage")}, as given`}
      >
        <Explained record={record} explained={explained} root={root} />
        <PassageList
          passages={fragments.map((fragment, index) => ({
            ...(explained?.explanations.has(index) && {
              explanation: explained.explanations.get(index)!,
            }),
            ...fragment,
            rank: index + 1,
          }))}
          whole={budget.limit}
          root={root}
        />
      </PageSection>
      <OmissionList omitted={omitted} />
      <Exclusions record={record} />
      <RestoredView id={id} restored={restored} root={root} />
      <p>
        <a href={pageUrl("/log", { root })}>Back to the log</a>
      </p>
    </PageFrame>
  );
}

function RecordFacts({ record, root }: {
  readonly record: Injection;
  readonly root: string;
}): JSX.Element {
  const { time, durationMs, trigger, session, round, format, hash, index, withdrawn } = record;
  const { query, issue, text, options } = record.request;
  return (
    <dl class="about">
      {issue && (
        <Fact name="Issue">
          <IssueName issue={issue} />
          <Prose text={issue.description} />
        </Fact>
      )}
      {issue === undefined && query !== "" && (
        <Fact name="Asked">
          <Prose text={query} />
          <AskAgain root={root} query={query} />
        </Fact>
      )}
      {text !== undefined && (
        <Fact name="Text of the agent">
          <Prose text={text} />
        </Fact>
      )}
      <Fact name="When">
        {formatTime(time)}, set off by <PlainText text={trigger} />
        {durationMs !== undefined && `, took ${formatCount(Math.round(durationMs))} ms`}
        {withdrawn !== undefined && "; not sent, as nobody waited for it any more"}
      </Fact>
      {session !== undefined && (
        <Fact name="Session">
          <a href={pageUrl("/session", { root, session })}>
            <PlainText text={session} />
          </a>
          {round !== undefined && `, round ${round}`}
        </Fact>
      )}
      <Fact name="Options">
        {listOptions(options).map((option) => (
          <>
            <code>
              <PlainText text={option} />
            </code>
            {" "}
          </>
        ))}
        written as <PlainText text={format} />
      </Fact>
      <Fact name="Index then">
        {formatCounted(index.documents, "document")},{" "}
        {formatCounted(index.chunks, "chunk")}, written {formatTime(index.updatedAt)}
        {index.commit && (
          <>
            {" "}at <code>{index.commit.slice(0, 12)}</code>
          </>
        )}
        {index.stale && `; may have been behind, ${formatCounted(index.pending, "file")} pending`}
      </Fact>
      <Fact name="Hash">
        <code>{hash}</code>
      </Fact>
    </dl>
  );
}

function Prose({ text }: { readonly text: string }): JSX.Element {
  return <pre class="prose"><PlainText text={text} keepsLines /></pre>;
}

/** Returns the options that ask for something. */
function listOptions(options: Injection["request"]["options"]): string[] {
  return Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)] as const)
    .filter(([name, value]) => value !== "[]" && value !== "{}" && name !== "format")
    .map((pair) => pair.join(" "));
}

/** The requests that an answer is for, each with its outcome. */
function Outcomes({ record: { outcomes } }: {
  readonly record: Injection;
}): JSX.Element | null {
  if (outcomes.length === 0) return null;
  return (
    <PageSection id="requests" title="Requests">
      <ul>
        <CappedItems
          items={outcomes}
          noun="request"
          render={({ request, outcome, message }) => (
            <>
              <code>
                <PlainText text={request} />
              </code>{" "}
              <b>{outcome.replaceAll("_", " ")}</b> <OneLine text={message} />
            </>
          )}
        />
      </ul>
    </PageSection>
  );
}

function Exclusions({ record: { exclusions } }: {
  readonly record: Injection;
}): JSX.Element | null {
  if (exclusions.length === 0) return null;
  return (
    <PageSection id="kept-out" title="Kept out by rules">
      <ul>
        <CappedItems
          items={exclusions}
          noun="path"
          render={({ path, rule }) => <PlainText text={`${path}: ${describeExclusion(rule)}`} />}
        />
      </ul>
    </PageSection>
  );
}

/** Leads to the parts of scores that were recorded without, or says how far these can be relied on. */
function Explained({ record: { id, fragments }, explained, root }: {
  readonly record: Injection;
  readonly explained: ExplainedRecord | undefined;
  readonly root: string;
}): JSX.Element | null {
  if (explained !== undefined) {
    const { explanations, changed } = explained;
    return (
      <p class="faint">
        {formatCounted(explanations.size, "score")} of {fragments.length}{" "}
        can be explained by the ranking as it is now. {changed === 0
          ? "All scores are what they were."
          : `${formatCounted(changed, "score")} ${
            changed === 1 ? "is another" : "are others"
          } by now.`}
      </p>
    );
  }
  const isPlain = fragments.some(({ explanation, role }) =>
    explanation === undefined && (role === undefined || role === "snippet")
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
