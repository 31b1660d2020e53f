import { type CheckedTarget, checkTarget, type TargetRules } from "./check_target.ts";
import type { RequestRange } from "./request_lookups.ts";
import { refuse, type RequestRuling } from "./request_ruling.ts";
import { renderSignal, type Signal } from "./signal.ts";

/** Lines of code that a request without a last line is answered with. */
export const MAX_REQUEST_LINES = 100;

/** What a request to read is decided by. */
export interface ReadingRules extends TargetRules {
  /** What is provided so far in the same answer. */
  readonly given: readonly (RequestRuling & { readonly signal: Signal })[];
}

/**
 * Decides on a request to read code or a document.
 *
 * A document is looked for by its path, and then by its slug. Of code, {@link MAX_REQUEST_LINES} are
 * shown from the first line asked for, or all that are asked for when the last one is named as well;
 * the end of the file cuts what is asked for beyond it.
 *
 * @param path Path relative to the root, as `resolveRequestPath` gives it.
 */
export function decideReading(signal: Signal, path: string, rules: ReadingRules): RequestRuling {
  const { path: file, checked } = findFile(signal, path, rules);
  if (checked.kind !== "file") return checked.ruling;
  const { lineCount } = checked;
  const { startLine = 1 } = signal;
  if (startLine > Math.max(lineCount, 1)) {
    const why = lineCount === 1 ? "it has 1 line" : `it has ${lineCount} lines`;
    return { ...refuse("not_found", signal, why), path: file };
  }
  if (lineCount === 0) return { outcome: "provided", path: file, message: `"${file}" is empty` };
  const range = { startLine, endLine: Math.min(lastLine(signal, lineCount), lineCount) };
  const lines = `Lines ${range.startLine}-${range.endLine} of "${file}"`;
  if (isGiven(signal, { path: file, range, rules })) {
    const message = `${lines} are provided for a request before this one`;
    return { outcome: "already_present", path: file, range, message };
  }
  if (rules.lookups.holds?.(file, range) === true) {
    const message = `${lines} are in your context already and have not changed since`;
    return { outcome: "already_present", path: file, range, message };
  }
  const message = `${lines}, which has ${lineCount}${nextRequest(signal, { range, lineCount })}`;
  return { outcome: "provided", path: file, range, message };
}

/** Returns the file that is meant: for a document, the path or else the slug. */
function findFile(
  signal: Signal,
  path: string,
  rules: ReadingRules,
): { readonly path: string; readonly checked: CheckedTarget } {
  const checked = checkTarget(signal, path, rules);
  const isSlug = signal.kind === "doc" && (checked.kind === "missing" || checked.kind === "folder");
  const found = isSlug ? rules.lookups.findDocument(signal.target) : undefined;
  if (found === undefined) return { path, checked };
  return { path: found, checked: checkTarget(signal, found, rules) };
}

/** Returns the last line asked for, which may be beyond the end of the file. */
function lastLine(signal: Signal, lineCount: number): number {
  if (isWholeDocument(signal)) return lineCount;
  return signal.endLine ?? (signal.startLine ?? 1) + MAX_REQUEST_LINES - 1;
}

/** Returns how to ask for what follows, when the limit and not the agent has set the end. */
function nextRequest(
  { kind, target, endLine: asked }: Signal,
  { range, lineCount }: { readonly range: RequestRange; readonly lineCount: number },
): string {
  if (asked !== undefined || range.endLine === lineCount) return "";
  const startLine = range.endLine + 1;
  const endLine = Math.min(range.endLine + MAX_REQUEST_LINES, lineCount);
  return `: ask for the next with ${renderSignal({ kind, target, startLine, endLine })}`;
}

/** Returns whether the answer holds the lines; a whole document may be shown cut. */
function isGiven(
  signal: Signal,
  { path, range, rules }: {
    readonly path: string;
    readonly range: RequestRange;
    readonly rules: ReadingRules;
  },
): boolean {
  return rules.given.some((given) =>
    given.path === path && given.range !== undefined &&
    (!isWholeDocument(given.signal) || isWholeDocument(signal)) &&
    given.range.startLine <= range.startLine && range.endLine <= given.range.endLine
  );
}

function isWholeDocument({ kind, startLine }: Signal): boolean {
  return kind === "doc" && startLine === undefined;
}
