import type { Context } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Problem, toProblem } from "../problem/mod.ts";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { findServedRoot, type Service } from "../service/mod.ts";
import { type PageState, pageUrl } from "./page_state.ts";
import { PageFrame } from "./page_frame.tsx";
import { PlainText } from "./plain_text.tsx";

/** How pages are made. */
export interface PageOptions {
  /** Returns the time in milliseconds since 1970, which ages are told by. @default the clock's */
  readonly now?: () => number;
  /** Called with what nobody foresaw, which the reader is not told. */
  readonly onFailure?: (error: unknown) => void;
}

/** What a browser is told of pages: they show what is in a tree, and are others the next moment. */
const NOT_KEPT = "no-store";

/** What all pages are made and answered with. */
export class PageDesk {
  /** What the pages show. */
  readonly service: Service;
  readonly #options: PageOptions;

  /** Makes pages of what a service says. */
  constructor(service: Service, options: PageOptions) {
    this.service = service;
    this.#options = options;
  }

  /** Returns the root that an address names, or the first one, and the time. */
  place(
    c: Context<RequestEnv>,
    root: string | undefined = c.req.query("root"),
  ): Pick<PageState, "roots" | "root" | "now"> {
    const { now = Date.now } = this.#options;
    const { roots } = this.service;
    const { name } = findServedRoot(roots, root || roots[0]?.name);
    c.set("root", name);
    return { roots, root: name, now: now() };
  }

  /**
   * Returns what a page about a root is drawn from; by default about the one that its address names. An
   * index that can not be told, as of a broken configuration, does not keep the rest from being shown.
   *
   * @throws {ServerError} `root-unknown`.
   */
  async state(c: Context<RequestEnv>, named?: string): Promise<PageState> {
    const place = this.place(c, named);
    const { root } = place;
    const index = await this.service.status({ root }, callOptions(c)).catch(() => undefined);
    return { ...place, index };
  }

  /** Answers with a page. */
  async send(c: Context<RequestEnv>, page: JSX.Element, status = 200): Promise<Response> {
    c.header("Cache-Control", NOT_KEPT);
    return await c.html(page, status as ContentfulStatusCode);
  }

  /** Answers with the page that says what went wrong. */
  async fail(c: Context<RequestEnv>, error: unknown): Promise<Response> {
    const { detail, status } = this.toProblem(error);
    const { roots } = this.service;
    const known = roots.find(({ name }) => name === c.req.query("root"));
    const state = await this.state(c, known?.name ?? roots[0]?.name);
    return this.send(c, <ProblemPage state={state} sentence={detail} status={status} />, status);
  }

  /** Returns what is said of an error; what nobody foresaw is told to whoever runs the server. */
  toProblem(error: unknown): Problem {
    const problem = toProblem(error);
    if (problem.code === "internal") this.#options.onFailure?.(error);
    return problem;
  }
}

/** What went wrong, in one sentence. */
function ProblemPage({ state, sentence, status }: {
  readonly state: PageState;
  readonly sentence: string;
  readonly status: number;
}): JSX.Element {
  const { root } = state;
  return (
    <PageFrame title="Not shown" state={state}>
      <h1>
        This can not be shown<span class="faint">status {status}</span>
      </h1>
      <p class="problem" role="alert">
        <PlainText text={sentence} />
      </p>
      <p>
        <a href={pageUrl("/", { root })}>Ask something</a>, or look at{" "}
        <a href={pageUrl("/log", { root })}>the log</a>,{" "}
        <a href={pageUrl("/documents", { root })}>what is indexed</a>, and{" "}
        <a href={pageUrl("/health", { root })}>what stands in the way</a>
      </p>
    </PageFrame>
  );
}
