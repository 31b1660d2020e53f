import { describeExclusion } from "@dossier/core/exclude";
import { present } from "@dossier/core/text";
import type { Injection } from "@dossier/retrieval";
import type { Context, Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import { BudgetBar } from "./budget_bar.tsx";
import { type ExplainedRecord, explainRecord } from "./explanations.ts";
import { formatCount, formatCounted, formatTime } from "./figures.ts";
import { Filter, HiddenFields, TextField } from "./form_parts.tsx";
import { findWithText, type FoundRecord, Obstacle, readRecordRequest } from "./found_record.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { CappedItems, Fact, PageSection } from "./parts.tsx";
import { PassageList } from "./passage_list.tsx";
import { OneLine, PlainText } from "./plain_text.tsx";
import { AskAgain } from "./question.tsx";
import { ExactText, IssueName, NoteList, OmissionList, PlanSummary } from "./report_parts.tsx";

/** Adds the page of a record: the question, what was given and left out, and the text again. */
export function recordRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/log/:id", async (c, state) => {
    const found = await findWithText(c, desk, await readRecordRequest(c, state.root, "id"));
    const explained = c.req.query("parts") === "now"
      ? await explainNow(c, desk, { root: state.root, record: found.record })
      : undefined;
    return <RecordPage state={state} {...found} explained={explained} />;
  });
}

/** Asks once more what a record was asked, and keeps no record; undefined where that can not be asked any more. */
async function explainNow(
  c: Context<RequestEnv>,
  desk: PageDesk,
  { root, record }: { readonly root: string; readonly record: Injection },
): Promise<ExplainedRecord | undefined> {
  const { query, issue, options: { budget, names, filter, disabled } } = record.request;
  const asked = await parseRequest("context", {
    ...(issue === undefined ? { query } : { issue }),
    ...{ root, explain: true, record: false },
    ...present({ budget, names, filter, disabled }),
  }).catch(() => undefined);
  if (asked === undefined) return undefined;
  const { bundle } = await desk.service.call("context", asked, callOptions(c));
  const given = bundle.fragments.flatMap(({ location, explanation }) =>
    location === undefined ? [] : [{ ...location, ...present({ explanation }) }]
  );
  return explainRecord(record, given);
}

function RecordPage({ state, record, restored, explained }: FoundRecord & {
  readonly state: PageState;
  /** Where its scores come from, when that was asked of the ranking of today. */
  readonly explained: ExplainedRecord | undefined;
}) {
  const { id, kind, budget, fragments, omitted, notes, plan, outcomes, exclusions } = record;
  const { root } = state;
  const passages = fragments.map((fragment, index) => {
    const explanation = explained?.explanations.get(index);
    return { ...(explanation && { explanation }), ...fragment, rank: index + 1 };
  });
  return (
    <PageFrame
      title={`Record ${id}`}
      aside={kind === "answer" ? "an answer" : "a bundle"}
      state={state}
      current="log"
    >
      <RecordFacts record={record} root={root} />
      <Filter action="/diff" root={root}>
        <HiddenFields values={{ right: String(id) }} />
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
      {outcomes.length > 0 && (
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
      )}
      {plan && <PlanSummary plan={plan} />}
      <PageSection
        id="passages"
        title="Passages"
        aside={`${formatCounted(fragments.length, "passage")}, as given`}
      >
        <Explained record={record} explained={explained} root={root} />
        <PassageList passages={passages} whole={budget.limit} root={root} />
      </PageSection>
      <OmissionList omitted={omitted} />
      {exclusions.length > 0 && (
        <PageSection id="kept-out" title="Kept out by rules">
          <ul>
            <CappedItems
              items={exclusions}
              noun="path"
              render={({ path, rule }) => (
                <PlainText text={`${path}: ${describeExclusion(rule)}`} />
              )}
            />
          </ul>
        </PageSection>
      )}
      {"text" in restored
        ? (
          <ExactText
            text={restored.text}
            summary="As it was given, byte for byte"
            label="The text as it was given"
            button="Copy the text"
            wholeUrl={pageUrl(`/v1/log/${id}/text`, { root })}
          />
        )
        : (
          <PageSection id="exact" title="The exact text">
            <Obstacle restored={restored} root={root} />
          </PageSection>
        )}
      <p>
        <a href={pageUrl("/log", { root })}>Back to the log</a>
      </p>
    </PageFrame>
  );
}

function RecordFacts({ record, root }: {
  readonly record: Injection;
  readonly root: string;
}) {
  const { time, durationMs, trigger, session, round, format, hash, index, withdrawn } = record;
  const { query, issue, text, options } = record.request;
  const { names } = options;
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
          <AskAgain
            question={{ root, q: query, ...(Array.isArray(names) && { names: names.join(" ") }) }}
          />
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

function Prose({ text }: { readonly text: string }) {
  return <pre class="prose"><PlainText text={text} keepsLines /></pre>;
}

/** Returns the options that ask for something. */
function listOptions(options: Injection["request"]["options"]): string[] {
  return Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)] as const)
    .filter(([name, value]) => value !== "[]" && value !== "{}" && name !== "format")
    .map((pair) => pair.join(" "));
}

/** Leads to the parts of scores that were recorded without, or says how far these can be relied on. */
function Explained({ record: { id, fragments }, explained, root }: {
  readonly record: Injection;
  readonly explained: ExplainedRecord | undefined;
  readonly root: string;
}) {
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
