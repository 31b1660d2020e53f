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

/** Renders pages from the answers of the service, and sends them. */
export class PageRenderer {
  readonly data: PageData;
  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure Called with unexpected errors, which are not shown to the reader. */
  constructor(data: PageData, onFailure: (error: unknown) => void) {
    this.data = data;
    this.#onFailure = onFailure;
  }

  /** Adds a page, which `draw` returns, to an app. */
  addPage(
    app: Hono<RequestEnv>,
    path: string,
    draw: (c: Context<RequestEnv>, state: PageState) => JSX.Element | Promise<JSX.Element>,
  ): void {
    app.get(path, async (c) => await this.sendPage(c, await draw(c, await this.buildState(c))));
  }

  /**
   * Returns the state of a page about a root: the named one, by default the one in the address, or
   * else the first. An index whose state cannot be read does not prevent the rest from being shown.
   *
   * @throws {ServerError} `root-unknown`.
   */
  async buildState(c: Context<RequestEnv>, named = c.req.query("root")): Promise<PageState> {
    const { roots } = this.data;
    const { name: root } = findServedRoot(roots, named || roots[0]?.name);
    c.set("root", root);
    const index = await this.data.call("status", { root }, callOptions(c)).catch(() => undefined);
    return { roots, root, index };
  }

  /** Answers with a page. No browser caches it, as it shows private files and changes with them. */
  async sendPage(c: Context<RequestEnv>, page: JSX.Element, status = 200): Promise<Response> {
    c.header("Cache-Control", "no-store");
    return await c.html(page, status as ContentfulStatusCode);
  }

  /** Answers with a page that explains a problem. */
  async sendProblem(c: Context<RequestEnv>, error: unknown): Promise<Response> {
    const { detail, status } = this.toProblem(error);
    const { roots } = this.data;
    const known = roots.find(({ name }) => name === c.req.query("root"));
    const state = await this.buildState(c, known?.name ?? roots[0]?.name);
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
    return await this.sendPage(c, page, status);
  }

  /**
   * Returns the problem that the reader is shown for an error. Unexpected errors are reported to
   * the operator of the server.
   */
  toProblem(error: unknown): Problem {
    const problem = toProblem(error);
    if (problem.code === "internal") this.#onFailure(error);
    return problem;
  }
}

/** Sentence that says why something is not shown. */
export function ProblemLine({ text }: { readonly text: string }) {
  return (
    <p class="problem" role="alert">
      <PlainText text={text} />
    </p>
  );
}
