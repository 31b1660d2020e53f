import type { Context, Hono } from "hono";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Problem, toProblem } from "../problem/mod.ts";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { findServedRoot } from "../service/mod.ts";
import type { PageData } from "./page_data.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { PlainText } from "./plain_text.tsx";

/** Draws pages from what the service answers, and sends them. */
export class PageDesk {
  readonly data: PageData;
  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure Called with unforeseen errors, which the reader is not told. */
  constructor(data: PageData, onFailure: (error: unknown) => void) {
    this.data = data;
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

  /**
   * Returns the state of a page about a root: the one that is named, by its address where nothing else names
   * it, or the first. An index whose state can not be read does not keep the rest from being shown.
   *
   * @throws {ServerError} `root-unknown`.
   */
  async state(c: Context<RequestEnv>, named = c.req.query("root")): Promise<PageState> {
    const { roots } = this.data;
    const { name: root } = findServedRoot(roots, named || roots[0]?.name);
    c.set("root", root);
    const index = await this.data.ask("status", { root }, callOptions(c)).catch(() => undefined);
    return { roots, root, index };
  }

  /** Answers with a page, which no browser keeps: it shows private files, and changes with them. */
  async send(c: Context<RequestEnv>, page: JSX.Element, status = 200): Promise<Response> {
    c.header("Cache-Control", "no-store");
    return await c.html(page, status as ContentfulStatusCode);
  }

  /** Answers with the page that says what went wrong. */
  async fail(c: Context<RequestEnv>, error: unknown): Promise<Response> {
    const { detail, status } = this.toProblem(error);
    const { roots } = this.data;
    const known = roots.find(({ name }) => name === c.req.query("root"));
    const state = await this.state(c, known?.name ?? roots[0]?.name);
    const { root } = state;
    const page = (
      <PageFrame title="This page cannot be shown" aside={`status ${status}`} state={state}>
        <ProblemLine text={detail} />
        <p>
          <a href={pageUrl("/", { root })}>Ask something</a>, or look at{" "}
          <a href={pageUrl("/log", { root })}>the log</a> and{" "}
          <a href={pageUrl("/health", { root })}>the checks</a>
        </p>
      </PageFrame>
    );
    return await this.send(c, page, status);
  }

  /** Returns what the reader is told of an error; whoever runs the server is told of unforeseen ones. */
  toProblem(error: unknown): Problem {
    const problem = toProblem(error);
    if (problem.code === "internal") this.#onFailure(error);
    return problem;
  }
}

/** The sentence that says why something is not shown. */
export function ProblemLine({ text }: { readonly text: string }) {
  return (
    <p class="problem" role="alert">
      <PlainText text={text} />
    </p>
  );
}
