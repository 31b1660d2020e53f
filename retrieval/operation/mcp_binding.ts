import type { Note } from "@dossier/core";
import type { RequestFields } from "./field.ts";

/** The answer of a tool. */
export interface ToolAnswer {
  /** All that a model needs, as Markdown. */
  readonly text: string;
  /** What a model needs to know of the text, which is itself as it is recorded. */
  readonly notice?: string | undefined;
  /** The same in fields, for programs. */
  readonly structured: object;
}

/** A tree that a tool may be asked about. */
export interface ToolRoot {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

/** What an operation adds to what is said of a tree as a whole. */
export interface StatusPart {
  /** In fields, for programs. */
  readonly fields: object;
  /** In lines, for models. */
  readonly lines: readonly string[];
}

/** Something that hosts may read by its URI. */
export interface ListedResource {
  readonly uri: string;
  /** For people. */
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** What such a URI names. */
export interface ResourceContent {
  /** In its full form. */
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
  /** A quarter of its characters. */
  readonly tokens: number;
  /** Whether the session has been given other text of it before, or none. */
  readonly isStale: boolean;
  /** When a session is given it again. */
  readonly refreshPolicy: string;
  readonly notes: readonly Note[];
}

/** One call of a tool: what the protocol knows and a tool may need. */
export interface ToolCall {
  /** All trees. */
  readonly roots: readonly ToolRoot[];
  /** Returns the tree that a request means; throws `root-unknown`, and `invalid-request` for none of several. */
  findRoot(named: string | undefined): ToolRoot;
  /** Asks any operation. */
  callOperation<Answer>(operation: string, request: object): Promise<Answer>;
  /** Builds the first index of a tree and tells the client how far it is, where the client wants to be told. */
  buildFirstIndex(root: string | undefined): Promise<void>;
  /** Returns the session that a delivery is for: that of its host where that is known, or else the one named. */
  deliverySession(named: string | undefined): string | undefined;
  /** Returns the session that reads: the one named, that of the call, or that of the connection. */
  readingSession(named: string | undefined, root: string): string | undefined;
  /** Returns what operations add to what is said of a tree; see `Operation.describeStatus`. */
  statusParts(root: string, session: string | undefined): Promise<readonly StatusPart[]>;
  /** Returns the URI of a record, or of what it omitted. */
  recordUri(record: { readonly root: string; readonly id: number }): string;
  omittedUri(record: { readonly root: string; readonly id: number }): string;
  /** Returns as many of the first lines as cost at most so many tokens as they are sent, at least one. */
  fitLines(
    lines: readonly string[],
    maxTokens: number,
  ): { readonly text: string; readonly count: number };
  /** Refuses a call as `invalid-request`, in one sentence. */
  refuse(problem: string): never;
  /** Returns the code of an error and its sentence. */
  describeFailure(error: unknown): string;
}

/** How models call an operation. */
export interface McpBinding {
  /** Name of the tool. @default that of the operation */
  readonly name?: string;
  /** What it is for, for the model. */
  readonly description: string;
  readonly fields: RequestFields;
  /** Whether it only reads. */
  readonly isReadOnly: boolean;
  /** Returns the answer; an error becomes a failure with our sentence after its code. */
  // deno-lint-ignore no-explicit-any
  answer(request: any, call: ToolCall): Promise<ToolAnswer>;
}

/** Most tokens of one answer of a tool. Claude Code warns at 10,000 and refuses at 25,000 by default. */
export const MAX_SENT_TOKENS = 8000;
