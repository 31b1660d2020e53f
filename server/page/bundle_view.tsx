import type { JSX } from "hono/jsx/jsx-runtime";
import type { RenderedBundle } from "../service/mod.ts";
import { BudgetBar } from "./budget_bar.tsx";
import { cutText, MAX_EXACT_WEIGHT } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { FramedText } from "./numbered_text.tsx";
import { PageSection, TextField } from "./parts.tsx";
import { PassageList } from "./passage_list.tsx";
import { OneLine } from "./plain_text.tsx";
import { type Question, QUESTION_FIELDS } from "./question.ts";
import { NoteList, OmissionList, PlanSummary } from "./report_parts.tsx";

/** A bundle as the agent sees it, and why it is so. */
export function BundleView({ answer: { bundle, text }, question, root }: {
  readonly answer: RenderedBundle;
  readonly question: Question;
  readonly root: string;
}): JSX.Element {
  const { budget, fragments, omitted, notes, plan, issue, record } = bundle;
  const isCut = cutText(text, MAX_EXACT_WEIGHT).length < text.length;
  return (
    <>
      {issue && (
        <p class="task">
          Issue <IssueName issue={issue} />
        </p>
      )}
      <BudgetBar budget={budget} fragments={fragments} omitted={omitted} />
      {record === undefined && (
        <p class="faint">
          This is a preview: it is not in the log until you <a href="#record">record it</a>.
        </p>
      )}
      <NoteList notes={notes} />
      {plan && <PlanSummary plan={plan} />}
      <PageSection
        id="passages"
        title="Passages"
        aside={`${formatCounted(fragments.length, "passage")}, best first`}
      >
        {fragments.length === 0 && <p>No passage is shown.</p>}
        <PassageList passages={fragments} whole={budget.limit} root={root} />
      </PageSection>
      <OmissionList omitted={omitted} />
      <PageSection id="exact" title="The exact text">
        <details id="bundle">
          <summary>
            As the agent reads it: {formatCounted(budget.used, "token")}
          </summary>
          <FramedText text={text} most={MAX_EXACT_WEIGHT} label="The exact text of the bundle" />
        </details>
        {!isCut && (
          <p>
            <button type="button" id="copy" hidden>Copy the bundle</button>
          </p>
        )}
      </PageSection>
      {record === undefined && <RecordForm question={question} />}
    </>
  );
}

/** The id and the title of an issue. */
export function IssueName({ issue: { id, title } }: {
  readonly issue: { readonly id: string; readonly title: string };
}): JSX.Element {
  return (
    <b>
      <OneLine text={[id, title].filter((part) => part !== "").join(": ")} />
    </b>
  );
}

/** The form that turns a preview into a record: nothing else on the pages changes anything. */
function RecordForm({ question }: { readonly question: Question }): JSX.Element {
  return (
    <PageSection id="record" title="Record it">
      <form class="record" method="post" action="/record">
        <p>
          Recording asks again and keeps in the log what is given then, without what the session
          holds already.
        </p>
        {QUESTION_FIELDS.map((name) => (
          <input type="hidden" name={name} value={question[name] ?? ""} />
        ))}
        <TextField label="For the session, if for one" name="session" />
        <button type="submit">Record it</button>
      </form>
    </PageSection>
  );
}
