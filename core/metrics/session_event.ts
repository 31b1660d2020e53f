import type { LineRange } from "../fragment/mod.ts";

/** Action of a call on a file or, for a search, on a folder. */
export type FileAction = "read" | "edit" | "search";

/** File that a call is about. */
export interface FileTouch {
  /** Path relative to the root when the file is below it, else absolute; with `/` separators. */
  readonly path: string;
  /** Action of the call on the file. */
  readonly action: FileAction;
  /**
   * Lines that were read; absent for the whole file. Negative numbers count from the end of the
   * file.
   */
  readonly lines?: LineRange;
}

/** Event in a session of any host, as far as it is known. */
export interface SessionEvent {
  /**
   * - `user`, `assistant`: their messages;
   * - `summary`: text of the host that replaces the conversation so far;
   * - `call`, `result`: call of a tool and its result.
   */
  readonly kind: "user" | "assistant" | "summary" | "call" | "result";
  /** Line of the transcript, 1-based. */
  readonly line: number;
  /** Time in ISO 8601, as the host wrote it; absent when it wrote none. */
  readonly time?: string;
  /** Subagent of the event; absent for the main context of the session. */
  readonly agent?: string;
  /**
   * Text of a message; for a call, the content that it writes into a file, or else its input; for a
   * result, its output. Text that dossier delivered, and text that the host added around it, is
   * removed. A long text is cut to its beginning, a long output to its beginning and end.
   */
  readonly text: string;
  /** Id that connects a call and its result. */
  readonly callId?: string;
  /** Name of the tool, for a call and its result. */
  readonly tool?: string;
  /**
   * Files of the event. For a call, the requested files; for a result, the files that were actually
   * read or edited.
   */
  readonly touches?: readonly FileTouch[];
  /** For a call: the command for a shell. */
  readonly command?: string;
  /** For a call that searches: the names that it searches for. */
  readonly terms?: readonly string[];
  /** For a result: true when the host says that the call failed. */
  readonly failed?: true;
}

/** Content of a host's transcript of a session. */
export interface SessionTranscript {
  /** Name of the host that wrote it. */
  readonly host: string;
  /** Id that the host gives the session, when the transcript has one. */
  readonly session?: string;
  /**
   * Absolute path that file paths are relative to, as the host wrote it; it may be of another
   * machine.
   */
  readonly root?: string;
  /** Events, oldest first; of very many only the last ones. */
  readonly events: readonly SessionEvent[];
  /**
   * Number of lines that could not be read: damaged, too long, or incomplete at the end because the
   * host is still writing.
   */
  readonly skipped: number;
  /** Sentences about content that was not read. */
  readonly notes: readonly string[];
}

/** Options for reading the transcript of a session. */
export interface SessionTranscriptOptions {
  /**
   * Absolute path that paths are relative to, when it contains the session's folder. @default that
   * folder
   */
  readonly root?: string | undefined;
}

/**
 * Reads the transcript at an absolute path.
 *
 * @throws {RetrievalError} `invalid-transcript` when there is no such file, it is too large, or
 * none of its lines has a known form.
 */
export type ReadSessionTranscript = (
  path: string,
  options?: SessionTranscriptOptions,
) => Promise<SessionTranscript>;
