import { describeExclusion } from "@dossier/core/exclude";
import type { InjectionRecord } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { BudgetBar } from "./budget_bar.tsx";
import { CappedItems } from "./capped_items.tsx";
import { formatCounted } from "./figures.ts";
import type { ExplainedRecord } from "./explain_record.ts";
import { NoteList } from "./note_list.tsx";
import { OmissionList } from "./omission_list.tsx";
import { PageFrame } from "./page_frame.tsx";
import type { PageState } from "./page_state.ts";
import { pageUrl } from "./page_url.ts";
import { PassageList } from "./passage_list.tsx";
import { OneLine, PlainText } from "./plain_text.tsx";
import { PlanSummary } from "./plan_summary.tsx";
import { RecordFields } from "./record_fields.tsx";
import { type RestoredText, RestoredView } from "./restored_view.tsx";

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
