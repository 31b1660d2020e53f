/** What a request is for: code to read, a document to read, or the right to edit a file. */
export type SignalKind = "code" | "doc" | "file";

/** A request for context that an agent wrote in its own text. */
export interface Signal {
  /** What it is for. */
  readonly kind: SignalKind;
  /** Path or slug as the agent wrote it, with `/` separators and without quotes, lines or section. */
  readonly target: string;
  /**
   * The target with the backslashes that stand in it where they were written, for a tree in which a name
   * has some; absent without any.
   */
  readonly literalTarget?: string;
  /** First line asked for, 1-based; absent when the agent named none. */
  readonly startLine?: number;
  /** Last line asked for, 1-based and inclusive; absent when the agent named none. */
  readonly endLine?: number;
  /** Line of the text that it stands on, 1-based. */
  readonly line: number;
  /** That line as it was written, without white space at its end. */
  readonly raw: string;
}

/** What a signal asks for, wherever it stands. */
export type SignalRequest = Omit<Signal, "line" | "raw">;

/** What has to stand in quotes: white space ends a target, a full stop a sentence, and stars make it bold. */
const QUOTED_REGEXP = /[\s']|[.,;]$|^\*/;

/**
 * Returns the line that asks for this, in the one form of all that mean the same: `parseSignals` reads
 * from it what it was made of.
 */
export function renderSignal({ kind, target, startLine, endLine }: SignalRequest): string {
  const name = QUOTED_REGEXP.test(target) ? `"${target}"` : target;
  const range = startLine === undefined ? "" : `:${startLine}-${endLine ?? ""}`;
  return `NEED_${kind.toUpperCase()}: ${name}${range}`;
}
