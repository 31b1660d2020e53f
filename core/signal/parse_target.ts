import type { SignalKind, SignalRequest } from "./signal.ts";

/**
 * Lines at the end of a path: `:10-20`, `:10-`, `:10`, `:10:5` with a column as compilers print it, and
 * `:L10-L20` or `#L10-L20` as hosting sites have it; the dash may be a long one.
 */
const RANGE_REGEXP = /(?::L?|#L)(\d+)(?:[-–]L?(\d*)|:\d+)?$/;

/** `[[slug]]`, `[[slug|label]]` and `[[slug#section]]`. */
const WIKILINK_REGEXP = /^\[\[([^[\]|#]+)(?:#[^[\]|]*)?(?:\|[^[\]]*)?\]\]$/;

/** What pairs of quotes a target may stand in. */
const QUOTES = "\"'`";

/** What ends a target that does not stand in quotes, so that no rest of a JSON text passes for a path. */
const BARE_END_REGEXP = /[\s']/;

/** What no target holds: quotes, marks of placeholders such as `<path>`, and control characters. */
const FORBIDDEN_REGEXP = /["`<>|\p{Cc}\p{Cs}]/u;

/**
 * Returns what the text behind `NEED_CODE:`, `NEED_DOC:` or `NEED_FILE:` asks for, or undefined when it
 * is not one target and nothing else.
 *
 * Lines that are given in reverse order are turned round, and line 0 is line 1. Where only the first
 * line is given the last one is left open. The right to edit is for whole files: its lines are dropped,
 * and so is the section (`#name`) of a document.
 *
 * @param written The text, without white space around it.
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
  // Behind the quotes there are lines or nothing, and lines are given once.
  if (range !== "" && (inner !== null || match?.[0] !== range)) return undefined;
  const path = range === "" ? name.slice(0, inner?.index) : name;
  const lines = match === null || kind === "file" ? {} : toLines(match);
  const target = kind === "doc" ? path.replace(/#.*$/, "") : path;
  return toRequest(target.trim(), { kind, ...lines });
}

/** Takes the quotes off; what stands behind them comes apart. */
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
  // A second range would be read as the lines when the request is written down again.
  if (target === "" || FORBIDDEN_REGEXP.test(target) || RANGE_REGEXP.test(target)) return undefined;
  return { target, ...(target === name ? {} : { literalTarget: name }), ...rest };
}
