import type { Note } from "@dossier/core";
import type { RequestFields } from "./field.ts";

/** Answer of a tool. */
export interface ToolAnswer {
  /** Text for a model, as Markdown. */
  readonly text: string;
  /** Notice for a model about the text, which is kept as recorded. */
  readonly notice?: string | undefined;
  /** Same content in fields, for programs. */
  readonly structured: object;
}

/** Tree of a tool call. */
export interface ToolRoot {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

/** Part of the status of a tree that an operation adds. */
export interface StatusPart {
  /** Fields, for programs. */
  readonly fields: object;
  /** Lines, for models. */
  readonly lines: readonly string[];
}

/** Resource that hosts can read by its URI. */
export interface ListedResource {
  readonly uri: string;
  /** Name for people. */
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** Content of a resource. */
export interface ResourceContent {
  /** Full URI. */
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  /** Number of tokens, estimated as a quarter of its characters. */
  readonly tokens: number;
  /** True when the session has received an older text of it, or none. */
  readonly isStale: boolean;
  /** Policy for receiving it again. */
  readonly refreshPolicy: string;
  readonly notes: readonly Note[];
}

/** Call of a tool, with services of the protocol. */
export interface ToolCall {
  /** All trees. */
  readonly roots: readonly ToolRoot[];
  /**
   * Returns the tree of a request; throws `root-unknown`, and `invalid-request` when none of
   * several is named.
   */
  findRoot(named: string | undefined): ToolRoot;
  /** Calls an operation. */
  callOperation<Answer>(operation: string, request: object): Promise<Answer>;
  /**
   * Builds the first index of a tree and reports the progress to a client that has requested it.
   */
  buildFirstIndex(root: string | undefined): Promise<void>;
  /** Returns the session of a delivery: that of its host if known, or else the named one. */
  deliverySession(named: string | undefined): string | undefined;
  /** Returns the reading session: the named one, that of the call, or that of the connection. */
  readingSession(named: string | undefined, root: string): string | undefined;
  /**
   * Returns the parts of the status of a tree that operations add; see `Operation.readStatusPart`.
   */
  statusParts(root: string, session: string | undefined): Promise<readonly StatusPart[]>;
  /** Returns the URI of a record, or of its omissions. */
  recordUri(record: { readonly root: string; readonly id: number }): string;
  omittedUri(record: { readonly root: string; readonly id: number }): string;
  /** Returns as many of the first lines as fit a number of sent tokens, at least one. */
  fitLines(
    lines: readonly string[],
    maxTokens: number,
  ): { readonly text: string; readonly count: number };
  /** Rejects a call as `invalid-request`, in one sentence. */
  refuse(problem: string): never;
  /** Returns the code of an error and its message. */
  formatFailure(error: unknown): string;
}

/** Binding of an operation to a tool for models. */
export interface McpBinding {
  /** Name of the tool. @default that of the operation */
  readonly name?: string;
  /** Purpose, for the model. */
  readonly description: string;
  readonly fields: RequestFields;
  /** True when it only reads. */
  readonly isReadOnly: boolean;
  /** Returns the answer; an error becomes a failure with its code and our message. */
  // deno-lint-ignore no-explicit-any
  answer(request: any, call: ToolCall): Promise<ToolAnswer>;
}

/**
 * Maximum number of tokens of one answer of a tool. Claude Code warns at 10,000 and rejects at
 * 25,000 by default.
 */
export const MAX_SENT_TOKENS = 8000;
