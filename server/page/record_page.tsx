import { describeExclusion } from "@dossier/core/exclude";
import type { InjectionRecord } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { BudgetBar } from "./budget_bar.tsx";
import { CappedItems } from "./capped_items.tsx";
import { formatCounted } from "./figures.ts";
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
export function RecordPage({ state, record, restored }: {
  readonly state: PageState;
  readonly record: InjectionRecord;
  readonly restored: RestoredText;
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
        <PassageList
          passages={passages.map(({ details, freshness, ...passage }, index) => ({
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
