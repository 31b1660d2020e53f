import type { CommandBinding, OperationCall } from "./command_binding.ts";
import type { RequestFields } from "./field.ts";
import type { HttpBinding } from "./http_binding.ts";
import type { McpBinding, StatusPart, ToolCall } from "./mcp_binding.ts";

/** What an operation writes: nothing; what it notes by the way, such as an activity; or what a session was given. */
export type Access = "read" | "write" | "deliver";

/** An event that an answer is: what it is called, and what is told of it. */
export interface EmittedEvent {
  readonly kind: string;
  readonly data: object;
}

/** A rule that the fields of a request keep together. */
export interface RequestRule<Request> {
  /** The field that is blamed. */
  readonly field: string;
  /** What to do, in one sentence. */
  readonly problem: string;
  holds(request: Request): boolean;
}

/** One of the forms that a request has. */
export interface RequestVariant {
  /** Its name among the schemas of the API. */
  readonly component: string;
  /** Fields that must be there. */
  readonly required: readonly string[];
  /** Fields that must not. */
  readonly forbidden: readonly string[];
}

/**
 * Something that can be asked, described once: from this the command line, HTTP with its document, MCP and the
 * messages between threads are made. None of them names an operation.
 *
 * @typeParam Asked What answers: an engine.
 */
export interface Operation<Request = never, Answer = unknown, Target = never> {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  readonly fields: RequestFields;
  /** Its name among the schemas of the API. @default none, where no body is read */
  readonly component?: string;
  /** Where a request has one of several forms. */
  readonly variants?: readonly RequestVariant[];
  /** What the fields keep together. */
  readonly rules?: readonly RequestRule<Request>[];
  /** More of the JSON Schema of the request. */
  readonly extraSchema?: object;
  /** @default "read" */
  readonly access?: Access;
  /**
   * Whether the index is brought up to date before it is asked, unless the request says otherwise; `"told"`: it is
   * also told how far the index is where that is not done. @default false
   */
  readonly needsFreshIndex?: boolean | "reported";
  /**
   * Whether its commands ask a process that has the index open already, where one runs: they only ask, and what they
   * print depends on nothing else of their own process. @default false
   */
  readonly usesWarmEngine?: boolean;
  /**
   * Whether it may be asked over several repositories at once, which a request names as `repositories`: what answers is
   * several engines as one then. @default false
   */
  readonly acceptsRepositories?: boolean;
  /** Which of the threads of a server does it. @default "answering" */
  readonly thread?: "answering" | "indexing";
  /** Whether it ends by itself what it has begun, so that whoever gives up waits for it. @default false */
  readonly finishesOnAbort?: boolean;
  readonly http?: HttpBinding<Request, Answer>;
  readonly mcp?: McpBinding;
  /** Returns what it adds to what models are told of a tree as a whole, and what a session has of it. */
  describeStatus?(
    asked: { readonly root: string; readonly session: string | undefined },
    call: ToolCall,
  ): Promise<StatusPart>;
  readonly commands?: readonly CommandBinding<Request, Answer, Target>[];
  /**
   * Returns the answer.
   *
   * @throws {ContextError} With one of the codes that `http.problems` names.
   */
  run(engine: Target, request: Request, call: OperationCall): Promise<Answer>;
  /** Returns the number of the record of what was delivered, if one is kept. */
  deliveredRecord?(answer: Answer): number | undefined;
  /** Returns what those are told who follow what a tree gives. */
  events?(answer: Answer, request: Request): readonly EmittedEvent[];
}

// deno-lint-ignore no-explicit-any
type Unknown = any;

/** An operation whose request and answer are not known. */
export type AnyOperation = Operation<Unknown, Unknown, Unknown>;

/** A row of a table of operations, which costs nothing until it is loaded. */
export interface OperationRow {
  readonly name: string;
  /** The names of its commands. @default none */
  readonly commands?: readonly string[];
  /** Whether features may add to it; see `OperationPart`. @default false */
  readonly isExtensible?: boolean;
  readonly load: () => Promise<AnyOperation>;
}
