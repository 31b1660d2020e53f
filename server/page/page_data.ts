import type { SessionMetrics, TimelineEntry } from "@dossier/core";
import { isContextError } from "@dossier/core/errors";
import type { TreeOperationCaller } from "@dossier/retrieval/feature";
import type { AnswerFor, OperationName } from "@dossier/retrieval/operations";
import { loadOperation } from "../operations/mod.ts";
import { parseRequest, requestSchema } from "../schema/mod.ts";
import type { CallOptions, ServedRoot, Service } from "../service/mod.ts";

/** Session as its records describe it. */
export interface SessionView {
  /** Entries, oldest first. */
  readonly timeline: readonly TimelineEntry[];
  /** Metrics, or undefined for a session that was given nothing. */
  readonly metrics: SessionMetrics | undefined;
}

/** Requests everything that pages show from the service. No other file of the pages does. */
export class PageData {
  readonly #service: Service;

  /** Asks the trees of a service. */
  constructor(service: Service) {
    this.#service = service;
  }

  /** Served trees. */
  get roots(): readonly ServedRoot[] {
    return this.#service.roots;
  }

  /**
   * Returns the answer of an operation to the request of an address or a form.
   *
   * @throws {z.ZodError} When the fields of the operation reject the request.
   * @throws {ContextError} What the operation throws.
   */
  async call<Name extends OperationName>(
    name: Name,
    request: object,
    options: CallOptions,
  ): Promise<AnswerFor<Name>> {
    return await this.#service.call(name, await parseRequest(name, request), options);
  }

  /** Returns a function that requests any operation about a tree, for a feature. */
  bindTree(root: string, options: CallOptions): TreeOperationCaller {
    return async (name, request) => {
      const parsed = requestSchema(await loadOperation(name)).parse({ ...request, root });
      return await this.#service.call(name, parsed, options);
    };
  }

  /** Returns what happened in a session, and its metrics. */
  async session(
    { root, session, ...used }: {
      readonly root: string;
      readonly session: string;
      readonly transcript?: string;
      readonly touched?: readonly string[];
    },
    options: CallOptions,
  ): Promise<SessionView> {
    const timeline = await this.call("timeline", { root, session }, options);
    try {
      const metrics = await this.call("measure", { root, session, ...used }, options);
      return { timeline, metrics };
    } catch (error) {
      // The actions of a session may be known although it was given nothing.
      const isGivenNothing = isContextError(error) && error.code === "session-not-found";
      if (timeline.length > 0 && isGivenNothing) return { timeline, metrics: undefined };
      throw error;
    }
  }
}
