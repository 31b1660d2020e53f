import type { SessionMetrics, TimelineEntry } from "@dossier/core";
import { isContextError } from "@dossier/core/errors";
import type { AskOfTree } from "@dossier/retrieval/feature";
import type { AnswerFor, OperationName } from "@dossier/retrieval/operations";
import { loadOperation } from "../operations/mod.ts";
import { parseRequest, requestSchema } from "../schema/mod.ts";
import type { CallOptions, ServedRoot, Service } from "../service/mod.ts";

/** A session as its records tell it. */
export interface SessionView {
  /** Oldest first. */
  readonly timeline: readonly TimelineEntry[];
  /** Undefined for one that was given nothing. */
  readonly metrics: SessionMetrics | undefined;
}

/** Asks the service for all that pages show: no other file of them does. */
export class PageData {
  readonly #service: Service;

  /** Asks the trees of a service. */
  constructor(service: Service) {
    this.#service = service;
  }

  /** The trees that are served. */
  get roots(): readonly ServedRoot[] {
    return this.#service.roots;
  }

  /**
   * Returns the answer of an operation to what an address or a form asks.
   *
   * @throws {z.ZodError} For what the fields of the operation do not let in.
   * @throws {ContextError} What the operation throws.
   */
  async call<Name extends OperationName>(
    name: Name,
    request: object,
    options: CallOptions,
  ): Promise<AnswerFor<Name>> {
    return await this.#service.call(name, await parseRequest(name, request), options);
  }

  /** Returns what asks any operation about a tree, for a feature. */
  bindTree(root: string, options: CallOptions): AskOfTree {
    return async (name, request) => {
      const asked = requestSchema(await loadOperation(name)).parse({ ...request, root });
      return await this.#service.call(name, asked, options);
    };
  }

  /** Returns what happened in a session, and how well it was served. */
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
      // What a session did may be known though it was given nothing.
      const isGivenNothing = isContextError(error) && error.code === "session-not-found";
      if (timeline.length > 0 && isGivenNothing) return { timeline, metrics: undefined };
      throw error;
    }
  }
}
