import type { LineRange } from "@dossier/core/fragment";
import type { JsonObject } from "@dossier/core/json";
import type { FileTouch } from "@dossier/core/metrics";
import type { AnswerUsage } from "../hosts/mod.ts";

export type { FileAction, FileTouch } from "@dossier/core/metrics";

/**
 * What happened in a session:
 * - `instruction`: what the host or the project tells the agent, such as AGENTS.md and reminders;
 * - `given`: a block of context from dossier;
 * - `user`: a prompt; `assistant`, `thinking`: what the agent wrote;
 * - `call`, `output`: of a tool;
 * - `compaction`: the context was replaced, by what the `summary` behind it says;
 * - `usage`: what the host was charged for an answer of the model; it adds nothing to the context.
 */
export type TranscriptEventKind =
  | "instruction"
  | "given"
  | "user"
  | "assistant"
  | "thinking"
  | "call"
  | "output"
  | "compaction"
  | "summary"
  | "usage";

/** Text that dossier gave. */
export interface GivenFragment {
  /** Of a file, or the source of what is no file. */
  readonly path: string;
  /** Of the text with its heading. */
  readonly tokens: number;
  /** Absent for what is no file. */
  readonly lines?: LineRange;
  /** Whether it only names the lines. */
  readonly isReference?: true;
}

/** Something that happened in a session, as its transcript tells it. */
export interface TranscriptEvent {
  /** What happened. */
  readonly kind: TranscriptEventKind;
  /** Line of the transcript, 1-based. */
  readonly line: number;
  /** ISO 8601, as the host wrote it; absent where it wrote none. */
  readonly time?: string;
  /** Which subagent it happened in; absent for the session's own context. */
  readonly agent?: string;
  /** What the model was given or wrote, without blocks and reminders that are events of their own. */
  readonly text: string;
  /** Of the text, by the estimator of the reader. */
  readonly tokens: number;
  /** Id of the call, of a call and of all that its output says. */
  readonly callId?: string;
  /** Name of the tool, of a call and of its output. */
  readonly tool?: string;
  /** Files that a call is about; of an output those that it really read or edited. */
  readonly touches?: readonly FileTouch[];
  /** What a call was given, of a call. */
  readonly input?: JsonObject;
  /** How the input of the call begins, of an output. */
  readonly asked?: string;
  /** Whether an output says that the call failed. */
  readonly failed?: true;
  /** Of a block that was given. */
  readonly fragments?: readonly GivenFragment[];
  /** Of usage. Several lines may repeat it under one key: the last one holds. */
  readonly usage?: AnswerUsage & { readonly key: string };
}
