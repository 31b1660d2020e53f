import type { Bundle, Fragment } from "@dossier/core";
import { explainPlan, type SettledPlan } from "@dossier/core/plan";
import { renderPercent } from "@dossier/core/report";
import type { InjectionSummary } from "@dossier/retrieval";
import {
  describeNotes,
  describeOmissions,
  describePassage,
  describePlan,
} from "@dossier/retrieval/report";
import type { Context, Hono } from "hono";
import { callOptions, readForm, type RequestEnv } from "../request/mod.ts";
import type { RenderedBundle } from "../service/mod.ts";
import { MAX_LINES_WEIGHT } from "./cut_text.ts";
import { ExactText } from "./exact_text.tsx";
import { formatCounted } from "./figures.ts";
import { HiddenFields, TextField } from "./form_parts.tsx";
import { describeRecords } from "./log_page.tsx";
import { type PageDesk, ProblemLine } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { FramedText, OneLine, toOneLine } from "./plain_text.tsx";
import {
  findQuestionUrl,
  type Question,
  QUESTION_FIELDS,
  QuestionForm,
  readQuestion,
  toContextRequest,
} from "./question.tsx";
import { BodyView, PageSection, ReportView } from "./report_view.tsx";
import { ExplanationTree, ScoreTable, StepGlossary } from "./scores.tsx";

/** Records below an empty query box. */
const RECENT_RECORDS = 5;

/** Characters of a question that stand for it as a title. */
const TITLE_LENGTH = 60;

/** Most passages that are shown, and how many of them are open at first. */
const MAX_PASSAGES = 100;
const OPEN_PASSAGES = 3;

/** Most weight of the texts of all passages, which share it. */
const MAX_WEIGHT = 250_000;

/** What is asked besides the question when its bundle is recorded. */
interface Delivery {
  readonly record: boolean;
  readonly trigger?: string;
  readonly session?: string;
}

/** Adds the page of a question and its bundle. */
export function bundleRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/", async (c) => {
    const values = c.req.query();
    const question = readQuestion(values);
    const state = await desk.state(c);
    if (values["q"] !== undefined || values["issue"] !== undefined) {
      return await answer(c, desk, { question, state });
    }
    const recent = await desk.data
      .ask("log", { root: state.root, limit: RECENT_RECORDS }, callOptions(c)).catch(() => []);
    return await desk.send(c, <BundlePage state={state} question={question} recent={recent} />);
  });
  // Leads to the address of the answer, or shows it where no address can hold the question.
  app.post("/", async (c) => {
    const question = readQuestion(await readForm(c));
    const url = findQuestionUrl(question);
    if (url !== undefined) return c.redirect(url, 303);
    return await answer(c, desk, { question, state: await desk.state(c, question.root) });
  });
  app.post("/record", async (c) => {
    const values = await readForm(c);
    const { session } = values;
    const question = readQuestion(values);
    return await answer(c, desk, {
      question,
      state: await desk.state(c, question.root),
      delivery: { record: true, trigger: "page", ...(session && { session }) },
    });
  });
}

/** Shows the bundle for a question, or, when it is recorded, sends the browser to its record. */
async function answer(
  c: Context<RequestEnv>,
  desk: PageDesk,
  { question, state, delivery = { record: false } }: {
    readonly question: Question;
    readonly state: PageState;
    readonly delivery?: Delivery;
  },
): Promise<Response> {
  try {
    const request = toContextRequest({ ...question, root: state.root });
    const asked = { ...request, ...delivery, explain: true };
    const given = await desk.data.ask("context", asked, callOptions(c));
    const { record, index } = given.bundle;
    if (delivery.record && record !== undefined) {
      return c.redirect(pageUrl(`/log/${record}`, { root: state.root }), 303);
    }
    const page = <BundlePage state={{ ...state, index }} question={question} answer={given} />;
    return await desk.send(c, page);
  } catch (error) {
    const { detail, status } = desk.toProblem(error);
    const page = <BundlePage state={state} question={question} problem={detail} />;
    return await desk.send(c, page, status);
  }
}

/** The query box, and below it the answer, the problem with the question, or the newest records. */
function BundlePage({ state, question, answer, problem, recent = [] }: {
  readonly state: PageState;
  readonly question: Question;
  readonly answer?: RenderedBundle;
  readonly problem?: string;
  readonly recent?: readonly InjectionSummary[];
}) {
  return (
    <PageFrame
      title={answer === undefined ? "Ask" : toOneLine(answer.bundle.query.slice(0, TITLE_LENGTH))}
      heading="What should a coding agent read for this task?"
      state={state}
      current="/"
    >
      <QuestionForm question={question} state={state} />
      {problem !== undefined && <ProblemLine text={problem} />}
      {answer && <BundleView answer={answer} question={question} root={state.root} />}
      <ReportView report={[describeRecords(recent, "Given last")]} root={state.root} />
    </PageFrame>
  );
}

/** A bundle as the agent sees it, and why it is so. */
function BundleView({ answer: { bundle, text }, question, root }: {
  readonly answer: RenderedBundle;
  readonly question: Question;
  readonly root: string;
}) {
  const { budget, fragments, omitted, notes, plan, record } = bundle;
  const shown = fragments.slice(0, MAX_PASSAGES);
  return (
    <>
      <Budget bundle={bundle} />
      <ReportView report={[describeNotes(notes)]} root={root} />
      {plan && <Plan plan={plan} root={root} />}
      <PageSection heading="Scores" aside={`${formatCounted(fragments.length, "passage")}`}>
        <ScoreTable passages={shown} />
        <StepGlossary root={root} />
      </PageSection>
      <PageSection heading="Passages" aside="in the order of the bundle">
        {shown.length === 0 && <p>No passage is shown.</p>}
        {shown.map((passage, at) => (
          <Passage
            passage={passage}
            isOpen={at < OPEN_PASSAGES}
            most={Math.min(MAX_WEIGHT / shown.length, MAX_LINES_WEIGHT)}
          />
        ))}
        {fragments.length > shown.length && (
          <p class="faint">and {formatCounted(fragments.length - shown.length, "more passage")}</p>
        )}
      </PageSection>
      <ReportView report={[describeOmissions(omitted)]} root={root} />
      <ExactText
        text={text}
        summary={`As the agent reads it: ${formatCounted(budget.used, "token")}`}
      />
      {record === undefined && <RecordForm question={question} />}
    </>
  );
}

/** How much of the budget is spent. */
function Budget({ bundle: { budget: { used, limit, estimator }, record, issue } }: {
  readonly bundle: Bundle;
}) {
  const share = renderPercent(limit === 0 ? 0 : used / limit);
  return (
    <PageSection heading="Budget">
      {issue && (
        <p>
          Issue{" "}
          <b>
            <OneLine text={[issue.id, issue.title].filter((part) => part !== "").join(": ")} />
          </b>
        </p>
      )}
      <p>
        {used} of {formatCounted(limit, "token")}, {share}, counted by {estimator}
      </p>
      <progress value={used} max={Math.max(limit, used)} aria-label="Tokens of the budget" />
      {record === undefined && (
        <p class="faint">
          This is a preview: it is not in the log until you <a href="#record-it">record it</a>.
        </p>
      )}
    </PageSection>
  );
}

/** The plan of a task: how much of it is documents, and why. */
function Plan({ plan, root }: { readonly plan: SettledPlan; readonly root: string }) {
  return (
    <PageSection heading="Plan">
      <BodyView body={{ kind: "facts", facts: [describePlan(plan)] }} root={root} />
      <details>
        <summary>Details of the plan</summary>
        {explainPlan(plan).map((tree) => <ExplanationTree explanation={tree} />)}
      </details>
    </PageSection>
  );
}

/** One passage: its place, its role and reasons, its cost, where its score comes from, and its text. */
function Passage({ passage, most, isOpen }: {
  readonly passage: Fragment;
  /** Most weight of its text; see `cutText()`. */
  readonly most: number;
  /** Whether its text is shown at first. */
  readonly isOpen: boolean;
}) {
  const { rank, text, form, explanation } = passage;
  const id = `passage-${rank}`;
  const described = describePassage(passage);
  return (
    <article aria-labelledby={id}>
      <h3 id={id} tabindex={-1}>
        {rank}. <OneLine text={described.text} />
      </h3>
      {described.remark !== undefined && (
        <p class="faint">
          <OneLine text={described.remark} />
        </p>
      )}
      {explanation && (
        <details>
          <summary>Details of the score</summary>
          <ExplanationTree explanation={explanation} />
        </details>
      )}
      {form !== "reference" && (
        <details open={isOpen}>
          <summary>Text</summary>
          <FramedText text={text} most={most} label={`Text of passage ${rank}`} />
        </details>
      )}
    </article>
  );
}

/** The form that turns a preview into a record: nothing else on the pages changes anything. */
function RecordForm({ question }: { readonly question: Question }) {
  return (
    <PageSection heading="Record it">
      <form method="post" action="/record">
        <p>
          Recording repeats the question and logs the answer, without text that the session has
          already.
        </p>
        <HiddenFields
          values={Object.fromEntries(QUESTION_FIELDS.map((name) => [name, question[name] ?? ""]))}
        />
        <TextField label="For the session, if for one" name="session" />
        <button type="submit">Record it</button>
      </form>
    </PageSection>
  );
}
