/** The kind of a request: to read code, to read a document, or to edit a file. */
export type SignalKind = "code" | "doc" | "file";

/** A request for context that an agent wrote in its own text. */
export interface Signal {
  /** The kind of request. */
  readonly kind: SignalKind;
  /** Path or slug as the agent wrote it, with `/` separators and without quotes, lines or section. */
  readonly target: string;
  /**
   * The target with its backslashes as written, for names that have some; absent without backslashes.
   */
  readonly literalTarget?: string;
  /** First line asked for, 1-based; absent when the agent named none. */
  readonly startLine?: number;
  /** Last line asked for, 1-based and inclusive; absent when the agent named none. */
  readonly endLine?: number;
  /** 1-based line of the text. */
  readonly line: number;
  /** That line without white space at its end. */
  readonly raw: string;
}

/** A signal without its place in the text. */
export type SignalRequest = Omit<Signal, "line" | "raw">;

/** Targets that need quotes: white space ends a target, a full stop a sentence, stars make it bold. */
const QUOTED_REGEXP = /[\s']|[.,;]$|^\*/;

/**
 * Returns a request as a line in its canonical form. `parseSignals` reads the same request from it.
 */
export function renderSignal({ kind, target, startLine, endLine }: SignalRequest): string {
  const name = QUOTED_REGEXP.test(target) ? `"${target}"` : target;
  const range = startLine === undefined ? "" : `:${startLine}-${endLine ?? ""}`;
  return `NEED_${kind.toUpperCase()}: ${name}${range}`;
}
