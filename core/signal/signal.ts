/** Kind of a request: to read code, to read a document, or to edit a file. */
export type SignalKind = "code" | "doc" | "file";

/** Request for context in an agent's own text. */
export interface Signal {
  readonly kind: SignalKind;
  /**
   * Path or slug as the agent wrote it, with `/` separators and without quotes, lines or section.
   */
  readonly target: string;
  /**
   * Target with its backslashes as written, for names that contain some; absent without
   * backslashes.
   */
  readonly literalTarget?: string;
  /** First requested line, 1-based; absent when the agent named none. */
  readonly startLine?: number;
  /** Last requested line, 1-based and inclusive; absent when the agent named none. */
  readonly endLine?: number;
  /** Line of the text, 1-based. */
  readonly line: number;
  /** Text of that line without white space at its end. */
  readonly raw: string;
}

/** Signal without its location in the text. */
export type SignalRequest = Omit<Signal, "line" | "raw">;

/**
 * Targets that need quotes: white space ends a target, a full stop ends a sentence, stars make it
 * bold.
 */
const QUOTED_REGEXP = /[\s']|[.,;]$|^\*/;

/** Returns a request as a line in its canonical form. `parseSignals` reads the same request from it. */
export function renderSignal({ kind, target, startLine, endLine }: SignalRequest): string {
  const name = QUOTED_REGEXP.test(target) ? `"${target}"` : target;
  const range = startLine === undefined ? "" : `:${startLine}-${endLine ?? ""}`;
  return `NEED_${kind.toUpperCase()}: ${name}${range}`;
}

/**
 * Lines at the end of a path: `:10-20`, `:10-`, `:10`, `:10:5` with a column as compilers print it,
 * `:L10-L20` and `#L10-L20` of hosting sites; the dash may be an en dash.
 */
const RANGE_REGEXP = /(?::L?|#L)(\d+)(?:[-–]L?(\d*)|:\d+)?$/;

/** `[[slug]]`, `[[slug|label]]` and `[[slug#section]]`. */
const WIKILINK_REGEXP = /^\[\[([^[\]|#]+)(?:#[^[\]|]*)?(?:\|[^[\]]*)?\]\]$/;

/** Quotes around a target. */
const QUOTES = "\"'`";

/**
 * The end of a target without quotes, so that a remainder of JSON is not read as part of the path.
 */
const BARE_END_REGEXP = /[\s']/;

/** Not allowed in a target: quotes, marks of placeholders such as `<path>`, and control characters. */
const FORBIDDEN_REGEXP = /["`<>|\p{Cc}\p{Cs}]/u;

/**
 * Returns the request of the text after `NEED_CODE:`, `NEED_DOC:` or `NEED_FILE:`, or undefined
 * when it is not exactly one target.
 *
 * Reversed lines are swapped, and line 0 is line 1. The last line stays open when only the first is
 * given. Line numbers of `NEED_FILE` are dropped, because it requests whole files. The section
 * (`#name`) of a document is dropped, too.
 *
 * @param written Trimmed text.
 */
export function parseTarget(written: string, kind: SignalKind): SignalRequest | undefined {
  const { name, range, isQuoted } = unquote(written);
  if (kind === "doc" && name.startsWith("[[")) {
    const slug = range === "" ? WIKILINK_REGEXP.exec(name)?.[1] : undefined;
    return slug === undefined ? undefined : toRequest(slug.trim(), { kind });
  }
  if (!isQuoted && BARE_END_REGEXP.test(name)) return undefined;

  const inner = RANGE_REGEXP.exec(name);
  const match = range === "" ? inner : RANGE_REGEXP.exec(range);
  // Only lines may follow the quotes, and lines are given once.
  if (range !== "" && (inner !== null || match?.[0] !== range)) return undefined;
  const path = range === "" ? name.slice(0, inner?.index) : name;
  const lines = match === null || kind === "file" ? {} : toLines(match);
  const target = kind === "doc" ? path.replace(/#.*$/, "") : path;
  return toRequest(target.trim(), { kind, ...lines });
}

/** Returns a target without its quotes, and the text after them as `range`. */
function unquote(
  written: string,
): { readonly name: string; readonly range: string; readonly isQuoted: boolean } {
  const end = QUOTES.includes(written.charAt(0)) ? written.indexOf(written.charAt(0), 1) : -1;
  if (end < 0) return { name: written, range: "", isQuoted: false };
  return { name: written.slice(1, end).trim(), range: written.slice(end + 1), isQuoted: true };
}

function toLines([, from, to]: RegExpExecArray): Pick<SignalRequest, "startLine" | "endLine"> {
  const first = toLine(from);
  if (to === undefined || to === "") return { startLine: first };
  const last = toLine(to);
  return { startLine: Math.min(first, last), endLine: Math.max(first, last) };
}

function toLine(digits: string | undefined): number {
  return Math.min(Math.max(Number(digits), 1), Number.MAX_SAFE_INTEGER);
}

function toRequest(
  name: string,
  rest: Omit<SignalRequest, "target">,
): SignalRequest | undefined {
  const target = name.replaceAll("\\", "/");
  // A second range would become the lines when the request is rendered and parsed again.
  if (target === "" || FORBIDDEN_REGEXP.test(target) || RANGE_REGEXP.test(target)) return undefined;
  return { target, ...(target === name ? {} : { literalTarget: name }), ...rest };
}
