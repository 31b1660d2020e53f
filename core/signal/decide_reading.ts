import { type CheckedTarget, checkTarget, type TargetRules } from "./check_target.ts";
import type { DocumentBeginning, RequestRange } from "./request_lookups.ts";
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
 * the end of the file cuts what is asked for beyond it. A document asked for as a whole is shown as far
 * as the look-up says.
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
  const shown = chooseLines(signal, checked);
  const range = { startLine: shown.startLine, endLine: shown.endLine };
  const next = nextRequest(signal, { nextLine: shown.nextLine, lineCount });
  const lines = `Lines ${range.startLine}-${range.endLine} of "${file}"`;
  if (isGiven(signal, { path: file, range, rules })) {
    const message = `${lines} are provided for a request before this one`;
    return { outcome: "already_present", path: file, range, message };
  }
  if (rules.lookups.holds?.(file, isWholeDocument(signal) ? shown : range) === true) {
    const rest = isWholeDocument(signal) ? next : "";
    const message = `${lines} are in your context already and have not changed since${rest}`;
    return { outcome: "already_present", path: file, range, message };
  }
  const message = `${lines}, which has ${lineCount}${next}`;
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

/** Returns the lines to show, and the next one when a limit and not the agent has set the end. */
function chooseLines(
  signal: Signal,
  { lineCount, beginning = { startLine: 1, endLine: lineCount } }: {
    readonly lineCount: number;
    readonly beginning?: DocumentBeginning;
  },
): DocumentBeginning {
  if (isWholeDocument(signal)) return beginning;
  const { startLine = 1, endLine: asked } = signal;
  const endLine = Math.min(asked ?? startLine + MAX_REQUEST_LINES - 1, lineCount);
  const isCut = asked === undefined && endLine < lineCount;
  return { startLine, endLine, ...(isCut ? { nextLine: endLine + 1 } : {}) };
}

/** Returns how to ask for what follows, where something does. */
function nextRequest(
  { kind, target }: Signal,
  { nextLine: startLine, lineCount }: {
    readonly nextLine: number | undefined;
    readonly lineCount: number;
  },
): string {
  if (startLine === undefined) return "";
  const endLine = Math.min(startLine + MAX_REQUEST_LINES - 1, lineCount);
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
