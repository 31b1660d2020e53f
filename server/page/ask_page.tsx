import type { InjectionSummary } from "@dossier/retrieval";
import type { Context, Hono } from "hono";
import { callOptions, readForm, type RequestEnv } from "../request/mod.ts";
import type { RenderedBundle } from "../service/mod.ts";
import { BudgetBar } from "./budget_bar.tsx";
import { formatCounted } from "./figures.ts";
import { HiddenFields, TextField } from "./form_parts.tsx";
import { LogList } from "./log_page.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { PageSection, ProblemLine } from "./parts.tsx";
import { PassageList } from "./passage_list.tsx";
import { toOneLine } from "./plain_text.tsx";
import {
  findQuestionUrl,
  type Question,
  QUESTION_FIELDS,
  QuestionForm,
  readQuestion,
  toContextRequest,
} from "./question.tsx";
import { ExactText, IssueName, NoteList, OmissionList, PlanSummary } from "./report_parts.tsx";

/** Records below an empty query box. */
const RECENT_RECORDS = 5;

/** Characters of a question that stand for it as a title. */
const TITLE_LENGTH = 60;

/** Adds the pages of a question and its bundle. */
export function askRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/", async (c) => {
    const values = c.req.query();
    const question = readQuestion(values);
    const state = await desk.state(c);
    if (values["q"] !== undefined || values["issue"] !== undefined) {
      return await answer(c, desk, { question, state });
    }
    const recent = await desk.service.call("log", { root: state.root, limit: RECENT_RECORDS })
      .catch(() => []);
    return await desk.send(c, <AskPage state={state} question={question} recent={recent} />);
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
    readonly delivery?: {
      readonly record: boolean;
      readonly trigger?: string;
      readonly session?: string;
    };
  },
): Promise<Response> {
  try {
    const request = await toContextRequest({ ...question, root: state.root });
    const given = await desk.service.call(
      "context",
      { ...request, ...delivery, explain: true },
      callOptions(c),
    );
    const { record, index } = given.bundle;
    if (delivery.record && record !== undefined) {
      return c.redirect(pageUrl(`/log/${record}`, { root: state.root }), 303);
    }
    return desk.send(c, <AskPage state={{ ...state, index }} question={question} answer={given} />);
  } catch (error) {
    const { detail, status } = desk.toProblem(error);
    return desk.send(c, <AskPage state={state} question={question} problem={detail} />, status);
  }
}

/** The query box, and below it the answer, the problem with the question, or the newest records. */
function AskPage({ state, question, answer, problem, recent = [] }: {
  readonly state: PageState;
  readonly question: Question;
  readonly answer?: RenderedBundle;
  readonly problem?: string;
  readonly recent?: readonly InjectionSummary[];
}) {
  const { root, now } = state;
  const isShort = findQuestionUrl(question) !== undefined;
  return (
    <PageFrame
      title={answer === undefined ? "Ask" : toOneLine(answer.bundle.query.slice(0, TITLE_LENGTH))}
      heading="What should a coding agent read for this task?"
      headingKind={answer && "visually-hidden"}
      state={state}
      current="ask"
      carried={isShort ? { ...question, root: undefined } : {}}
    >
      <QuestionForm question={question} state={state} />
      {problem !== undefined && <ProblemLine text={problem} />}
      {answer && <BundleView answer={answer} question={question} root={root} />}
      {recent.length > 0 && (
        <PageSection id="recent" title="Given last">
          <LogList records={recent} root={root} now={now} />
        </PageSection>
      )}
    </PageFrame>
  );
}

/** A bundle as the agent sees it, and why it is so. */
function BundleView({ answer: { bundle, text }, question, root }: {
  readonly answer: RenderedBundle;
  readonly question: Question;
  readonly root: string;
}) {
  const { budget, fragments, omitted, notes, plan, issue, record } = bundle;
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
      <ExactText
        text={text}
        summary={`As the agent reads it: ${formatCounted(budget.used, "token")}`}
        label="The exact text of the bundle"
        button="Copy the bundle"
      />
      {record === undefined && <RecordForm question={question} />}
    </>
  );
}

/** The form that turns a preview into a record: nothing else on the pages changes anything. */
function RecordForm({ question }: { readonly question: Question }) {
  return (
    <PageSection id="record" title="Record it">
      <form class="record" method="post" action="/record">
        <p>
          Recording asks again and keeps in the log what is given then, without what the session
          holds already.
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
