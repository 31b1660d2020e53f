import type { LineRange } from "../fragment/mod.ts";

/** What a call does with a file or, when it searches, a folder. */
export type FileAction = "read" | "edit" | "search";

/** A file that a call is about. */
export interface FileTouch {
  /** Relative to the root where it lies below it, else absolute; with `/` separators. */
  readonly path: string;
  /** What the call does with it. */
  readonly action: FileAction;
  /** What was read of it; absent for all of it. Negative numbers count from its end. */
  readonly lines?: LineRange;
}

/** Something that happened in a session of any host, as far as one can learn from it. */
export interface SessionEvent {
  /**
   * - `user`, `assistant`: what they said;
   * - `summary`: what the host put in the place of the conversation so far;
   * - `call`, `result`: of a tool.
   */
  readonly kind: "user" | "assistant" | "summary" | "call" | "result";
  /** Where the transcript tells it: its line, 1-based. */
  readonly line: number;
  /** ISO 8601, as the host wrote it; absent where it wrote none. */
  readonly time?: string;
  /** The subagent that it happened in; absent for the session's own context. */
  readonly agent?: string;
  /**
   * What was said, what the call writes into a file or else its input, or its output: without what dossier gave and what
   * the host put around it. Of a long text the beginning, of a long output also its end.
   */
  readonly text: string;
  /** Tells which result belongs to which call. */
  readonly callId?: string;
  /** Of a call and its result: the name of the tool. */
  readonly tool?: string;
  /** Of a call the files that it is about, of a result those that were really read or edited. */
  readonly touches?: readonly FileTouch[];
  /** Of a call: what a shell is to run. */
  readonly command?: string;
  /** Of a call that searches: the names that it looks for. */
  readonly terms?: readonly string[];
  /** Of a result: whether the host says that the call failed. */
  readonly failed?: true;
}

/** What a transcript of a host tells of a session. */
export interface SessionTranscript {
  /** Who wrote it. */
  readonly host: string;
  /** The host's id of the session, where it says one. */
  readonly session?: string;
  /** Absolute path that paths of files are relative to, as the host wrote it: it may be of another machine. */
  readonly root?: string;
  /** Oldest first; of very many the last ones. */
  readonly events: readonly SessionEvent[];
  /** Lines that could not be read: damaged, too long, or cut at the end as the host is still writing. */
  readonly skipped: number;
  /** What was not read, in sentences. */
  readonly notes: readonly string[];
}

/** Options for reading a transcript of a session. */
export interface SessionTranscriptOptions {
  /** Absolute path that paths are relative to, when the session's folder lies in it. @default that folder */
  readonly root?: string | undefined;
}

/**
 * Returns what the transcript at an absolute path tells.
 *
 * @throws {RetrievalError} `invalid-transcript` when there is no such file, it is too large, or none of its lines says
 * what is known.
 */
export type ReadSessionTranscript = (
  path: string,
  options?: SessionTranscriptOptions,
) => Promise<SessionTranscript>;
