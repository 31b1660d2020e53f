import type { Context, Hono } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Problem, toProblem } from "../problem/mod.ts";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { findServedRoot, type Service } from "../service/mod.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { ProblemLine } from "./parts.tsx";

/** Draws pages from a service's answers and sends them. */
export class PageDesk {
  readonly service: Service;
  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure Called with unforeseen errors, which the reader is not told. */
  constructor(service: Service, onFailure: (error: unknown) => void) {
    this.service = service;
    this.#onFailure = onFailure;
  }

  /** Adds a page to an app: `draw` returns it. */
  page(
    app: Hono<RequestEnv>,
    path: string,
    draw: (c: Context<RequestEnv>, state: PageState) => JSX.Element | Promise<JSX.Element>,
  ): void {
    app.get(path, async (c) => await this.send(c, await draw(c, await this.state(c))));
  }

  /** Returns the root that an address names, or the first one, and the time. */
  place(c: Context<RequestEnv>, named = c.req.query("root")): Omit<PageState, "index"> {
    const { roots } = this.service;
    const { name: root } = findServedRoot(roots, named || roots[0]?.name);
    c.set("root", root);
    return { roots, root, now: Date.now() };
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
    const index = await this.service.call("status", { root }, callOptions(c)).catch(() =>
      undefined
    );
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
    if (problem.code === "internal") this.#onFailure(error);
    return problem;
  }
}

function ProblemPage({ state, sentence, status }: {
  readonly state: PageState;
  readonly sentence: string;
  readonly status: number;
}) {
  const { root } = state;
  return (
    <PageFrame
      title="Not shown"
      heading="This can not be shown"
      aside={`status ${status}`}
      state={state}
    >
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
