import type { CommandBinding, OperationCall } from "./command_binding.ts";
import type { RequestFields } from "./field.ts";
import type { HttpBinding } from "./http_binding.ts";
import type { McpBinding, StatusPart, ToolCall } from "./mcp_binding.ts";

/** Writes of an operation: none; side records, such as an activity; or deliveries to a session. */
export type Access = "read" | "write" | "deliver";

/** Event about an answer, with its kind and its data. */
export interface EmittedEvent {
  readonly kind: string;
  readonly data: object;
}

/** Rule about several fields of a request. */
export interface RequestRule<Request> {
  /** Field that the problem is reported for. */
  readonly field: string;
  /** Instruction to fix it, in one sentence. */
  readonly problem: string;
  holds(request: Request): boolean;
}

/** One of several forms of a request. */
export interface RequestVariant {
  /** Name of its schema in the API. */
  readonly component: string;
  /** Required fields. */
  readonly required: readonly string[];
  /** Forbidden fields. */
  readonly forbidden: readonly string[];
}

/**
 * Operation of the engine, described once: the command line, HTTP with its document, MCP and the
 * messages between threads are generated from it. None of them names an operation.
 *
 * @typeParam Target Object that answers: an engine.
 */
export interface Operation<Request = never, Answer = unknown, Target = never> {
  readonly name: string;
  /** Summary in one line. */
  readonly summary: string;
  readonly fields: RequestFields;
  /** Name of its schema in the API. @default none, when no body is read */
  readonly component?: string;
  /** Forms of the request, when there are several. */
  readonly variants?: readonly RequestVariant[];
  /** Rules about several fields. */
  readonly rules?: readonly RequestRule<Request>[];
  /** Further keywords of the JSON Schema of the request. */
  readonly extraSchema?: object;
  /** @default "read" */
  readonly access?: Access;
  /**
   * True when the index is refreshed before the call, unless the request disables it. With
   * `"reported"`, the call also receives the state of an index that is not refreshed. @default
   * false
   */
  readonly needsFreshIndex?: boolean | "reported";
  /**
   * True when its commands may use a running process with an open index. Such commands only read,
   * and their output does not depend on the process that runs them. @default false
   */
  readonly usesWarmEngine?: boolean;
  /**
   * True when it accepts several repositories at once, which a request names in `repositories`: the
   * target is then a combination of several engines. @default false
   */
  readonly acceptsRepositories?: boolean;
  /** Thread of a server that runs it. @default "answering" */
  readonly thread?: "answering" | "indexing";
  /**
   * True when it finishes its work after an abort, so that the caller must wait for it. @default
   * false
   */
  readonly finishesOnAbort?: boolean;
  readonly http?: HttpBinding<Request, Answer>;
  readonly mcp?: McpBinding;
  /**
   * Returns the part of the status of a tree that it adds for models, with the state of a session.
   */
  readStatusPart?(
    request: { readonly root: string; readonly session: string | undefined },
    call: ToolCall,
  ): Promise<StatusPart>;
  readonly commands?: readonly CommandBinding<Request, Answer, Target>[];
  /**
   * Returns the answer.
   *
   * @throws {ContextError} With one of the codes in `http.problems`.
   */
  run(engine: Target, request: Request, call: OperationCall): Promise<Answer>;
  /** Returns the number of the record of the delivery, if there is one. */
  deliveredRecord?(answer: Answer): number | undefined;
  /** Returns the events for subscribers of the deliveries of a tree. */
  events?(answer: Answer, request: Request): readonly EmittedEvent[];
}

// deno-lint-ignore no-explicit-any
type Unknown = any;

/** Operation with unknown types of the request and the answer. */
export type AnyOperation = Operation<Unknown, Unknown, Unknown>;

/** Row of a table of operations, which loads the operation on demand. */
export interface OperationRow {
  readonly name: string;
  /** Names of its commands. @default none */
  readonly commands?: readonly string[];
  /** True when features may extend it; see `OperationPart`. @default false */
  readonly isExtensible?: boolean;
  readonly load: () => Promise<AnyOperation>;
}
