import type { JSX } from "hono/jsx/jsx-runtime";
import type { RenderedBundle } from "../service/mod.ts";
import { BudgetBar } from "./budget_bar.tsx";
import { cutText, MAX_EXACT_WEIGHT } from "./cut_text.ts";
import { formatCount, formatCounted, formatShare } from "./figures.ts";
import { NoteList, OmissionList } from "./lists.tsx";
import { FramedText } from "./numbered_text.tsx";
import { PassageList } from "./passage_list.tsx";
import { OneLine } from "./plain_text.tsx";
import { type Question, QUESTION_FIELDS } from "./question.ts";
import { explainPlan, type SettledPlan } from "@dossier/core/plan";
import { ExplanationTree } from "./score_bar.tsx";

/** A bundle as the agent sees it, and why it is so. */
export function BundleView({ answer: { bundle, text }, question, root }: {
  readonly answer: RenderedBundle;
  readonly question: Question;
  readonly root: string;
}): JSX.Element {
  const { budget, passages, omitted, notes, plan, issue, record } = bundle;
  const isCut = cutText(text, MAX_EXACT_WEIGHT).length < text.length;
  return (
    <>
      {issue === undefined ? "" : (
        <p class="task">
          Issue{" "}
          <b>
            <OneLine text={[issue.id, issue.title].filter((part) => part !== "").join(": ")} />
          </b>
        </p>
      )}
      <BudgetBar budget={budget} passages={passages} omitted={omitted} />
      {record === undefined
        ? (
          <p class="faint">
            This is a preview: it is not in the log until you <a href="#record">record it</a>.
          </p>
        )
        : ""}
      <NoteList notes={notes} />
      {plan === undefined ? "" : <PlanSummary plan={plan} />}
      <section aria-labelledby="passages">
        <h2 id="passages">
          Passages<span class="faint">{formatCounted(passages.length, "passage")}, best first</span>
        </h2>
        {passages.length === 0 ? <p>No passage is shown.</p> : ""}
        <PassageList passages={passages} whole={budget.limit} root={root} />
      </section>
      <OmissionList omitted={omitted} />
      <section aria-labelledby="exact">
        <h2 id="exact">The exact text</h2>
        <details id="bundle">
          <summary>
            As the agent reads it: {formatCounted(budget.used, "token")}
          </summary>
          <FramedText text={text} most={MAX_EXACT_WEIGHT} label="The exact text of the bundle" />
        </details>
        {isCut ? "" : (
          <p>
            <button type="button" id="copy" hidden>Copy the bundle</button>
          </p>
        )}
      </section>
      {record === undefined ? <RecordForm question={question} /> : ""}
    </>
  );
}

/** What turns a preview into a delivery: only this changes anything. */
function RecordForm({ question }: { readonly question: Question }): JSX.Element {
  return (
    <section aria-labelledby="record">
      <h2 id="record">Record it</h2>
      <form class="record" method="post" action="/record">
        <p>
          Recording asks again and keeps in the log what is given then, without what the session
          holds already.
        </p>
        {QUESTION_FIELDS.map((name) => (
          <input type="hidden" name={name} value={question[name] ?? ""} />
        ))}
        <label>
          <span>For the session, if for one</span>
          <input name="session" autocomplete="off" />
        </label>
        <button type="submit">Record it</button>
      </form>
    </section>
  );
}

/** How much is said of a task, and why so much. */
export function PlanSummary({ plan }: { readonly plan: SettledPlan }): JSX.Element {
  return (
    <section class="plan" aria-labelledby="plan">
      <h2 id="plan">
        Plan<span class="faint">complexity {plan.complexity.value.toFixed(2)} of 1</span>
      </h2>
      <p>
        {formatCounted(plan.documents, "document")} at most, in {formatShare(plan.docFractionLimit)}
        {" "}
        of the prompt: they took {formatCount(plan.documentTokens)} of{" "}
        {formatCounted(plan.promptTokens, "token")}, {formatShare(plan.docFraction)}.
      </p>
      <details>
        <summary>How the plan comes about</summary>
        {explainPlan(plan).map((tree) => <ExplanationTree explanation={tree} />)}
      </details>
    </section>
  );
}
