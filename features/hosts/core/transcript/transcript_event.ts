import type { LineRange } from "@dossier/core/fragment";
import type { JsonObject } from "@dossier/core/json";
import type { FileTouch } from "@dossier/core/metrics";
import type { AnswerUsage } from "../hosts/mod.ts";

export type { FileAction, FileTouch } from "@dossier/core/metrics";

/**
 * Kind of an event:
 * - `instruction`: a text of the host or the project, such as AGENTS.md and reminders;
 * - `given`: a block of context from dossier;
 * - `user`: a prompt; `assistant`, `thinking`: texts of the agent;
 * - `call`, `output`: of a tool;
 * - `compaction`: the context was replaced, by the `summary` after it;
 * - `usage`: the tokens of a response by the host's report; it adds nothing to the context.
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

/** A fragment of dossier's context. */
export interface GivenFragment {
  /** Path of a file, or another source. */
  readonly path: string;
  /** Tokens of the text with its heading. */
  readonly tokens: number;
  /** Absent for a source that is not a file. */
  readonly lines?: LineRange;
  /** True when it only names the lines. */
  readonly isReference?: true;
}

/** An event of a session, from its transcript. */
export interface TranscriptEvent {
  /** Kind of the event. */
  readonly kind: TranscriptEventKind;
  /** Line of the transcript, 1-based. */
  readonly line: number;
  /** Time in ISO 8601, as the host wrote it; absent when it wrote none. */
  readonly time?: string;
  /** Id of the subagent; absent for the session itself. */
  readonly agent?: string;
  /** Text in the context, without blocks and reminders that are events of their own. */
  readonly text: string;
  /** Tokens of the text, by the estimator of the reader. */
  readonly tokens: number;
  /** Id of the call, for a call and all events of its output. */
  readonly callId?: string;
  /** Name of the tool, for a call and its output. */
  readonly tool?: string;
  /** Files of a call; for an output, files that were really read or edited. */
  readonly touches?: readonly FileTouch[];
  /** Arguments of a call. */
  readonly input?: JsonObject;
  /** Start of the arguments of the call, for an output. */
  readonly asked?: string;
  /** True when an output reports a failure of the call. */
  readonly failed?: true;
  /** Fragments of a block of dossier. */
  readonly fragments?: readonly GivenFragment[];
  /** Usage of a response. Several lines may repeat it under one key: the last one counts. */
  readonly usage?: AnswerUsage & { readonly key: string };
}
