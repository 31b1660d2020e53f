import { type Context, Hono } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isPerson } from "../guard/is_person.ts";
import { ServerError } from "../problem/server_error.ts";
import { type Problem, toProblem } from "../problem/to_problem.ts";
import { parseWholeNumber } from "../request/parse_whole_number.ts";
import { readForm } from "../request/read_form.ts";
import type { RequestEnv } from "../request_env.ts";
import { callOptions } from "../routes/route.ts";
import { LOG_REQUEST, RECORD_REQUEST, type RecordRequest } from "../schema/log_request.ts";
import { READ_REQUEST } from "../schema/read_request.ts";
import type { Service } from "../service/service.ts";
import { AskPage } from "./ask_page.tsx";
import { ASSET_PATHS, findAsset } from "./assets.ts";
import { compareTexts } from "./compare_texts.ts";
import { MAX_LINES } from "./cut_text.ts";
import { type ComparedRecord, DiffPage } from "./diff_page.tsx";
import { FilePage } from "./file_page.tsx";
import { LogPage } from "./log_page.tsx";
import type { PageState } from "./page_frame.tsx";
import { pageHeaders } from "./page_headers.ts";
import { readPageState } from "./page_state.ts";
import { pageUrl } from "./page_url.ts";
import { ProblemPage } from "./problem_page.tsx";
import { findQuestionUrl, type Question, readQuestion, toContextRequest } from "./question.ts";
import { RecordPage } from "./record_page.tsx";

/** How pages are made. */
export interface PageOptions {
  /** Returns the time in milliseconds since 1970, which ages are told by. @default the clock's */
  readonly now?: () => number;
  /** Called with what nobody foresaw, which the reader is not told. */
  readonly onFailure?: (error: unknown) => void;
}

/** Records on one page of the log. */
const LOG_RECORDS = 20;

/** Records below an empty query box. */
const RECENT_RECORDS = 5;

/** How long a browser may keep what its address names the version of: a year, in seconds. */
const KEPT_FOREVER = "public, max-age=31536000, immutable";

/** What a browser is told of the rest: it shows what is in a tree, and is another the next moment. */
const NOT_KEPT = "no-store";

/**
 * Returns the pages, to be mounted at `/`: a question and its bundle, the log, its records, two of them
 * side by side, and lines of files. Only the form that records a bundle changes anything.
 */
export function pageRoutes(service: Service, options: PageOptions = {}): Hono<RequestEnv> {
  return new PageRoutes(service, options).toHono();
}

class PageRoutes {
  readonly #service: Service;
  readonly #options: PageOptions;

  constructor(service: Service, options: PageOptions) {
    this.#service = service;
    this.#options = options;
  }

  toHono(): Hono<RequestEnv> {
    const app = new Hono<RequestEnv>();
    app.use(pageHeaders());
    for (const path of ASSET_PATHS) app.get(path, (c) => sendAsset(c, path));
    app.get("/", (c) => this.#ask(c));
    app.post("/", (c) => this.#askByForm(c));
    app.post("/record", (c) => this.#recordBundle(c));
    app.get("/log", (c) => this.#log(c));
    app.get("/log/:id", (c) => this.#record(c));
    app.get("/diff", (c) => this.#diff(c));
    app.get("/file", (c) => this.#file(c));
    app.get("*", (c) => isPerson(c) ? this.#refuseAddress(c) : c.notFound());
    app.onError((error, c) => this.#fail(c, error));
    return app;
  }

  async #ask(c: Context<RequestEnv>): Promise<Response> {
    const values = c.req.query();
    const question = readQuestion(values);
    const state = await this.#state(c);
    if (values["q"] === undefined && values["issue"] === undefined) {
      const recent = await this.#service.log({ root: state.root, limit: RECENT_RECORDS })
        .catch(() => []);
      return this.#send(c, <AskPage state={state} question={question} recent={recent} />);
    }
    return await this.#answer(c, { question, state });
  }

  /** Sends the browser to the address of the answer, or shows it where no address can hold the question. */
  async #askByForm(c: Context<RequestEnv>): Promise<Response> {
    const question = readQuestion(await readForm(c));
    const url = findQuestionUrl(question);
    if (url !== undefined) return c.redirect(url, 303);
    return await this.#answer(c, { question, state: await this.#state(c, question.root) });
  }

  async #recordBundle(c: Context<RequestEnv>): Promise<Response> {
    const values = await readForm(c);
    const { session } = values;
    const question = readQuestion(values);
    const state = await this.#state(c, question.root);
    return await this.#answer(c, {
      question,
      state,
      delivery: {
        record: true,
        trigger: "page",
        ...(session && { session }),
      },
    });
  }

  /** Shows the bundle for a question, or, when it is recorded, sends the browser to its record. */
  async #answer(c: Context<RequestEnv>, { question, state, delivery = { record: false } }: {
    readonly question: Question;
    readonly state: PageState;
    readonly delivery?: {
      readonly record: boolean;
      readonly trigger?: string;
      readonly session?: string;
    };
  }): Promise<Response> {
    try {
      const request = toContextRequest({ ...question, root: state.root });
      const answer = await this.#service.context(
        { ...request, ...delivery, explain: true },
        callOptions(c),
      );
      const { record, index } = answer.bundle;
      if (delivery.record && record !== undefined) {
        return c.redirect(pageUrl(`/log/${record}`, { root: state.root }), 303);
      }
      return this.#send(
        c,
        <AskPage state={{ ...state, index }} question={question} answer={answer} />,
      );
    } catch (error) {
      const { detail, status } = this.#toProblem(error);
      const page = <AskPage state={state} question={question} problem={detail} />;
      return this.#send(c, page, status);
    }
  }

  async #log(c: Context<RequestEnv>): Promise<Response> {
    const state = await this.#state(c);
    const { session, before } = c.req.query();
    const request = LOG_REQUEST.parse({
      root: state.root,
      limit: LOG_RECORDS + 1,
      ...(session && { session }),
      ...(before && { before: parseWholeNumber("before", before) }),
    });
    const records = await this.#service.log(request, callOptions(c));
    return this.#send(
      c,
      <LogPage
        state={state}
        records={records.slice(0, LOG_RECORDS)}
        session={request.session}
        before={request.before}
        hasMore={records.length > LOG_RECORDS}
      />,
    );
  }

  async #record(c: Context<RequestEnv>): Promise<Response> {
    const state = await this.#state(c);
    const request = toRecordRequest(state.root, { name: "id", text: c.req.param("id") });
    const compared = await this.#findRecord(c, request);
    return this.#send(c, <RecordPage state={state} {...compared} />);
  }

  async #diff(c: Context<RequestEnv>): Promise<Response> {
    const state = await this.#state(c);
    const [leftRequest, rightRequest] = ["left", "right"].map((name) =>
      toRecordRequest(state.root, { name, text: c.req.query(name) })
    ) as [RecordRequest, RecordRequest];
    const sides = {
      left: await this.#findRecord(c, leftRequest),
      right: await this.#findRecord(c, rightRequest),
    };
    const [left, right] = [sides.left.restored, sides.right.restored];
    const difference = "text" in left && "text" in right
      ? await compareTexts(left.text, right.text)
      : undefined;
    return this.#send(c, <DiffPage state={state} {...sides} difference={difference} />);
  }

  async #file(c: Context<RequestEnv>): Promise<Response> {
    const state = await this.#state(c);
    const { path, from, to } = c.req.query();
    const startLine = from ? parseWholeNumber("from", from) : 1;
    const most = startLine + MAX_LINES - 1;
    const endLine = to ? Math.min(parseWholeNumber("to", to), most) : most;
    const request = READ_REQUEST.parse({ root: state.root, path, startLine, endLine });
    const file = await this.#service.read(request, callOptions(c));
    return this.#send(c, <FilePage state={state} file={file} />);
  }

  /** Returns a record with its text; where that fails, with the sentence that says why. */
  async #findRecord(c: Context<RequestEnv>, request: RecordRequest): Promise<ComparedRecord> {
    const options = callOptions(c);
    const record = await this.#service.record(request, options);
    const restored = await this.#service.renderRecord(request, options)
      .catch((error: unknown) => ({ problem: this.#toProblem(error).detail }));
    return { record, restored };
  }

  async #state(
    c: Context<RequestEnv>,
    root: string | undefined = c.req.query("root"),
  ): Promise<PageState> {
    const { now = Date.now } = this.#options;
    const state = await readPageState(this.#service, {
      root: root || undefined,
      now: now(),
      ...callOptions(c),
    });
    c.set("root", state.root);
    return state;
  }

  #refuseAddress({ req }: Context<RequestEnv>): never {
    throw new ServerError("not-found", `Cannot show "${req.path}" as there is no such page`);
  }

  async #fail(c: Context<RequestEnv>, error: unknown): Promise<Response> {
    const { detail, status } = this.#toProblem(error);
    const known = this.#service.roots.find(({ name }) => name === c.req.query("root"));
    const state = await this.#state(c, known?.name ?? this.#service.roots[0]?.name);
    return this.#send(c, <ProblemPage state={state} sentence={detail} status={status} />, status);
  }

  #toProblem(error: unknown): Problem {
    const problem = toProblem(error);
    if (problem.code === "internal") this.#options.onFailure?.(error);
    return problem;
  }

  async #send(c: Context<RequestEnv>, page: JSX.Element, status = 200): Promise<Response> {
    c.header("Cache-Control", NOT_KEPT);
    return await c.html(page, status as ContentfulStatusCode);
  }
}

function toRecordRequest(
  root: string,
  { name, text }: { readonly name: string; readonly text: string | undefined },
): RecordRequest {
  return RECORD_REQUEST.parse({ root, id: parseWholeNumber(name, text) });
}

function sendAsset(c: Context<RequestEnv>, path: string): Response {
  const asset = findAsset(path);
  if (asset === undefined) return c.notFound() as Response;
  const { text, type, version } = asset;
  const isNamed = c.req.query("v") === version;
  return c.body(text, 200, {
    "Content-Type": type,
    "Cache-Control": isNamed ? KEPT_FOREVER : "no-cache",
    "ETag": `"${version}"`,
  });
}
