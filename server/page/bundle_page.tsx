import type { Bundle, Fragment } from "@dossier/core";
import { type CompletedPlan, explainPlan } from "@dossier/core/plan";
import { formatPercent } from "@dossier/core/report";
import type { InjectionSummary } from "@dossier/retrieval";
import { renderNotes, renderOmissions, renderPassage, renderPlan } from "@dossier/retrieval/report";
import type { Context, Hono } from "hono";
import { callOptions, readForm, type RequestEnv } from "../request/mod.ts";
import type { RenderedBundle } from "../service/mod.ts";
import { MAX_LINES_WEIGHT } from "./cut_text.ts";
import { ExactText } from "./exact_text.tsx";
import { formatCount } from "./figures.ts";
import { HiddenFields, TextField } from "./form_parts.tsx";
import { renderRecords } from "./log_page.tsx";
import { type PageRenderer, ProblemLine } from "./page_renderer.tsx";
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

/** Number of records below an empty query box. */
const RECENT_RECORDS = 5;

/** Number of characters of a question that are used as a title. */
const TITLE_LENGTH = 60;

/** Maximum number of passages that are shown, and number of those that are open at first. */
const MAX_PASSAGES = 100;
const OPEN_PASSAGES = 3;

/** Maximum weight of the texts of all passages together. */
const MAX_WEIGHT = 250_000;

/** Fields of a request that records its bundle, in addition to the question. */
interface Delivery {
  readonly record: boolean;
  readonly trigger?: string;
  readonly session?: string;
}

/** Adds the page of a question and its bundle. */
export function bundleRoutes(app: Hono<RequestEnv>, renderer: PageRenderer): void {
  app.get("/", async (c) => {
    const values = c.req.query();
    const question = readQuestion(values);
    const state = await renderer.buildState(c);
    if (values["q"] !== undefined || values["issue"] !== undefined) {
      return await answer(c, renderer, { question, state });
    }
    const recent = await renderer.data
      .call("log", { root: state.root, limit: RECENT_RECORDS }, callOptions(c)).catch(() => []);
    return await renderer.sendPage(
      c,
      <BundlePage state={state} question={question} recent={recent} />,
    );
  });
  // Redirects to the address of the answer, or shows the answer when the question is too long for
  // an address.
  app.post("/", async (c) => {
    const question = readQuestion(await readForm(c));
    const url = findQuestionUrl(question);
    if (url !== undefined) return c.redirect(url, 303);
    return await answer(c, renderer, {
      question,
      state: await renderer.buildState(c, question.root),
    });
  });
  app.post("/record", async (c) => {
    const values = await readForm(c);
    const { session } = values;
    const question = readQuestion(values);
    return await answer(c, renderer, {
      question,
      state: await renderer.buildState(c, question.root),
      delivery: { record: true, trigger: "page", ...(session && { session }) },
    });
  });
}

/**
 * Shows the bundle for a question. When the bundle is recorded, redirects the browser to its
 * record.
 */
async function answer(
  c: Context<RequestEnv>,
  renderer: PageRenderer,
  { question, state, delivery = { record: false } }: {
    readonly question: Question;
    readonly state: PageState;
    readonly delivery?: Delivery;
  },
): Promise<Response> {
  try {
    const request = toContextRequest({ ...question, root: state.root });
    const fullRequest = { ...request, ...delivery, explain: true };
    const rendered = await renderer.data.call("context", fullRequest, callOptions(c));
    const { record, index } = rendered.bundle;
    if (delivery.record && record !== undefined) {
      return c.redirect(pageUrl(`/log/${record}`, { root: state.root }), 303);
    }
    const page = <BundlePage state={{ ...state, index }} question={question} answer={rendered} />;
    return await renderer.sendPage(c, page);
  } catch (error) {
    const { detail, status } = renderer.toProblem(error);
    const page = <BundlePage state={state} question={question} problem={detail} />;
    return await renderer.sendPage(c, page, status);
  }
}

/** Query box, and below it the answer, the problem with the question, or the newest records. */
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
      <ReportView report={[renderRecords(recent, "Given last")]} root={state.root} />
    </PageFrame>
  );
}

/** Bundle as the agent sees it, with the reasons for its content. */
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
      <ReportView report={[renderNotes(notes)]} root={root} />
      {plan && <Plan plan={plan} root={root} />}
      <PageSection heading="Scores" aside={`${formatCount(fragments.length, "passage")}`}>
        <ScoreTable passages={shown} />
        <StepGlossary root={root} />
      </PageSection>
      <PageSection heading="Passages" aside="in the order of the bundle">
        {shown.length === 0 && <p>No passage is shown.</p>}
        {shown.map((passage, at) => (
          <Passage
            passage={passage}
            isOpen={at < OPEN_PASSAGES}
            maxWeight={Math.min(MAX_WEIGHT / shown.length, MAX_LINES_WEIGHT)}
          />
        ))}
        {fragments.length > shown.length && (
          <p class="faint">and {formatCount(fragments.length - shown.length, "more passage")}</p>
        )}
      </PageSection>
      <ReportView report={[renderOmissions(omitted)]} root={root} />
      <ExactText
        text={text}
        summary={`As the agent reads it: ${formatCount(budget.used, "token")}`}
      />
      {record === undefined && <RecordForm question={question} />}
    </>
  );
}

/** Spent part of the budget. */
function Budget({ bundle: { budget: { used, limit, estimator }, record, issue } }: {
  readonly bundle: Bundle;
}) {
  const share = formatPercent(limit === 0 ? 0 : used / limit);
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
        {used} of {formatCount(limit, "token")}, {share}, counted by {estimator}
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

/** Plan of a task: the share of documents in it, and the reasons. */
function Plan({ plan, root }: { readonly plan: CompletedPlan; readonly root: string }) {
  return (
    <PageSection heading="Plan">
      <BodyView body={{ kind: "facts", facts: [renderPlan(plan)] }} root={root} />
      <details>
        <summary>Details of the plan</summary>
        {explainPlan(plan).map((tree) => <ExplanationTree explanation={tree} />)}
      </details>
    </PageSection>
  );
}

/**
 * One passage: its location, its role and reasons, its cost, the parts of its score, and its text.
 */
function Passage({ passage, maxWeight, isOpen }: {
  readonly passage: Fragment;
  /** Maximum weight of its text. See `cutText()`. */
  readonly maxWeight: number;
  /** True when its text is shown at first. */
  readonly isOpen: boolean;
}) {
  const { rank, text, form, explanation } = passage;
  const id = `passage-${rank}`;
  const described = renderPassage(passage);
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
          <FramedText text={text} maxWeight={maxWeight} label={`Text of passage ${rank}`} />
        </details>
      )}
    </article>
  );
}

/** Form that turns a preview into a record. Nothing else on this page changes anything. */
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
