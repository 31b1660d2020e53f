import type { Context, Hono } from "hono";
import { readForm } from "../request/read_form.ts";
import type { RequestEnv } from "../request_env.ts";
import { callOptions } from "../routes/route.ts";
import { AskPage } from "./ask_page.tsx";
import type { PageDesk } from "./page_desk.tsx";
import type { PageState } from "./page_state.ts";
import { pageUrl } from "./page_url.ts";
import { findQuestionUrl, type Question, readQuestion, toContextRequest } from "./question.ts";

/** Records below an empty query box. */
const RECENT_RECORDS = 5;

/** Adds the pages of a question and its bundle. */
export function askRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/", (c) => ask(c, desk));
  app.post("/", (c) => askByForm(c, desk));
  app.post("/record", (c) => recordBundle(c, desk));
}

async function ask(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const values = c.req.query();
  const question = readQuestion(values);
  const state = await desk.state(c);
  if (values["q"] === undefined && values["issue"] === undefined) {
    const recent = await desk.service.log({ root: state.root, limit: RECENT_RECORDS })
      .catch(() => []);
    return desk.send(c, <AskPage state={state} question={question} recent={recent} />);
  }
  return await answer(c, desk, { question, state });
}

/** Sends the browser to the address of the answer, or shows it where no address can hold the question. */
async function askByForm(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const question = readQuestion(await readForm(c));
  const url = findQuestionUrl(question);
  if (url !== undefined) return c.redirect(url, 303);
  return await answer(c, desk, { question, state: await desk.state(c, question.root) });
}

async function recordBundle(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const values = await readForm(c);
  const { session } = values;
  const question = readQuestion(values);
  return await answer(c, desk, {
    question,
    state: await desk.state(c, question.root),
    delivery: { record: true, trigger: "page", ...(session && { session }) },
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
    const request = toContextRequest({ ...question, root: state.root });
    const given = await desk.service.context(
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
