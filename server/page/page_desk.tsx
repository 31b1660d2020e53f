import type { Context, Hono } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Problem, toProblem } from "../problem/mod.ts";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { findServedRoot, type Service } from "../service/mod.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { ProblemLine } from "./parts.tsx";

/** Options of the pages. */
export interface PageOptions {
  /** Returns the time in milliseconds since 1970, which ages are told by. @default the clock's */
  readonly now?: () => number;
  /** Called with unforeseen errors, which the reader is not told. */
  readonly onFailure?: (error: unknown) => void;
}

/** Draws pages from a service's answers and sends them. */
export class PageDesk {
  readonly service: Service;
  readonly #options: PageOptions;

  constructor(service: Service, options: PageOptions) {
    this.service = service;
    this.#options = options;
  }

  /** Adds a page to an app: `draw` returns it. */
  page(
    app: Hono<RequestEnv>,
    path: string,
    draw: (c: Context<RequestEnv>) => Promise<JSX.Element>,
  ): void {
    app.get(path, async (c) => await this.send(c, await draw(c)));
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
   * Returns the state of a page about a root, by default the one that its address names. An index whose
   * state can not be read, as of a broken configuration, does not keep the rest from being shown.
   *
   * @throws {ServerError} `root-unknown`.
   */
  async state(c: Context<RequestEnv>, named?: string): Promise<PageState> {
    const place = this.place(c, named);
    const { root } = place;
    const index = await this.service.status({ root }, callOptions(c)).catch(() => undefined);
    return { ...place, index };
  }

  /** Answers with a page, which no browser keeps: it shows private files, and changes with them. */
  async send(c: Context<RequestEnv>, page: JSX.Element, status = 200): Promise<Response> {
    c.header("Cache-Control", "no-store");
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

  /** Returns what the reader is told of an error; whoever runs the server is told of unforeseen ones. */
  toProblem(error: unknown): Problem {
    const problem = toProblem(error);
    if (problem.code === "internal") this.#options.onFailure?.(error);
    return problem;
  }
}

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
      <ProblemLine text={sentence} />
      <p>
        <a href={pageUrl("/", { root })}>Ask something</a>, or look at{" "}
        <a href={pageUrl("/log", { root })}>the log</a>,{" "}
        <a href={pageUrl("/documents", { root })}>what is indexed</a>, and{" "}
        <a href={pageUrl("/health", { root })}>what stands in the way</a>
      </p>
    </PageFrame>
  );
}
