import {
  type CheckedTarget,
  checkTarget,
  type DocumentBeginning,
  refuse,
  type RequestRuling,
  type TargetRules,
} from "./check_target.ts";
import { containsLines, type LineRange } from "../fragment/lines.ts";
import { renderSignal, type Signal } from "./signal.ts";

/** Maximum number of lines of code for a request without a last line. */
const MAX_REQUEST_LINES = 100;

/** Rules for a request to read. */
export interface ReadingRules extends TargetRules {
  /** Requests that the same answer provides already. */
  readonly provided: readonly (RequestRuling & { readonly signal: Signal })[];
}

/**
 * Returns the decision on a request to read code or a document.
 *
 * The target may be a path, the slug of a document, the end of a path, or for code the name of a
 * definition. Code is shown from the first to the last requested line, or {@link MAX_REQUEST_LINES}
 * lines when no last line is named. The lookup determines the shown part of a whole document.
 *
 * @param path Path relative to the root, as `resolveRequestPath` returns it.
 */
export function decideReading(signal: Signal, path: string, rules: ReadingRules): RequestRuling {
  const { path: file, checked, range: definition } = findFile(signal, path, rules);
  if (checked.kind !== "file") return checked.ruling;
  const { lineCount } = checked;
  const { startLine = definition?.startLine ?? 1 } = signal;
  if (startLine > Math.max(lineCount, 1)) {
    const why = lineCount === 1 ? "it has 1 line" : `it has ${lineCount} lines`;
    return { ...refuse("not_found", signal, why), path: file };
  }
  if (lineCount === 0) return { outcome: "provided", path: file, message: `"${file}" is empty` };
  const shown = definition === undefined || signal.startLine !== undefined
    ? chooseLines(signal, checked)
    : chooseDefinition(definition, lineCount);
  const range = { startLine: shown.startLine, endLine: shown.endLine };
  const next = nextRequest({ ...signal, ...(definition === undefined ? {} : { target: file }) }, {
    nextLine: shown.nextLine,
    lineCount: definition?.endLine ?? lineCount,
  });
  const lines = `Lines ${range.startLine}-${range.endLine} of "${file}"`;
  if (isAlreadyProvided(signal, { path: file, range, rules })) {
    const message = `${lines} are provided for an earlier request`;
    return { outcome: "already_present", path: file, range, message };
  }
  if (rules.lookups.isInSession?.(file, isWholeDocument(signal) ? shown : range) === true) {
    const rest = isWholeDocument(signal) ? next : "";
    const message = `${lines} are in your context already and have not changed since${rest}`;
    return { outcome: "already_present", path: file, range, message };
  }
  const message = `${lines}, which has ${lineCount}${next}`;
  return { outcome: "provided", path: file, range, message };
}

/** File of a request, and the lines of the definition in it. */
interface ResolvedFile {
  readonly path: string;
  readonly checked: CheckedTarget;
  readonly range?: LineRange | undefined;
}

/** Returns the file of a request by its path, then by slug (documents only), then by name. */
function findFile(signal: Signal, path: string, rules: ReadingRules): ResolvedFile {
  const checked = checkTarget(signal, path, rules);
  const isMissing = checked.kind === "missing" || checked.kind === "folder";
  if (!isMissing) return { path, checked };
  const slug = signal.kind === "doc" ? rules.lookups.findDocument(signal.target) : undefined;
  if (slug !== undefined) return { path: slug, checked: checkTarget(signal, slug, rules) };
  return checked.kind === "missing"
    ? findByName(signal, { path, checked }, rules)
    : { path, checked };
}

/** Returns the only file or definition with a name, or the refusal that names the candidates. */
function findByName(signal: Signal, missing: ResolvedFile, rules: ReadingRules): ResolvedFile {
  const { found, near } = rules.lookups.findMatches?.(signal.target) ?? { found: [], near: [] };
  // Documents have no definitions.
  const matches = found.filter(({ range }) => signal.kind === "code" || range === undefined);
  const [match, ...others] = matches;
  if (match !== undefined && others.length === 0) {
    const { path, range } = match;
    return { path, checked: checkTarget(signal, path, rules), range };
  }
  const reason = match === undefined
    ? formatNearest(signal, near)
    : `it may be any of ${quoteSome(matches.map(({ path, range }) => formatMatch(path, range)))}`;
  if (reason === undefined) return missing;
  return { ...missing, checked: { kind: "missing", ruling: refuse("not_found", signal, reason) } };
}

/** Maximum number of locations in a message. */
const MAX_LISTED_MATCHES = 5;

function quoteSome(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED_MATCHES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function formatMatch(path: string, range: LineRange | undefined): string {
  return range === undefined ? path : `${path}:${range.startLine}-${range.endLine}`;
}

function formatNearest({ kind }: Signal, near: readonly string[]): string | undefined {
  if (near.length === 0) return undefined;
  const what = kind === "doc" ? "document" : "file or definition";
  return `there is no such ${what}: the nearest are ${quoteSome(near)}`;
}

/** Returns the lines of a definition to show. */
function chooseDefinition(definition: LineRange, lineCount: number): DocumentBeginning {
  const { startLine } = definition;
  const last = Math.min(definition.endLine, lineCount);
  const endLine = Math.min(last, startLine + MAX_REQUEST_LINES - 1);
  return { startLine, endLine, ...(endLine < last ? { nextLine: endLine + 1 } : {}) };
}

/** Returns the lines to show, and the next line when a limit has cut them. */
function chooseLines(
  signal: Signal,
  { lineCount, beginning = { startLine: 1, endLine: lineCount } }: {
    readonly lineCount: number;
    readonly beginning?: DocumentBeginning;
  },
): DocumentBeginning {
  if (isWholeDocument(signal)) return beginning;
  const { startLine = 1, endLine: lastRequested } = signal;
  const endLine = Math.min(lastRequested ?? startLine + MAX_REQUEST_LINES - 1, lineCount);
  const isCut = lastRequested === undefined && endLine < lineCount;
  return { startLine, endLine, ...(isCut ? { nextLine: endLine + 1 } : {}) };
}

/** Returns the request for the following lines; empty when there are none. */
function nextRequest(
  { kind, target }: Signal,
  { nextLine: startLine, lineCount }: {
    readonly nextLine: number | undefined;
    readonly lineCount: number;
  },
): string {
  if (startLine === undefined) return "";
  const endLine = Math.min(startLine + MAX_REQUEST_LINES - 1, lineCount);
  return `: request the next with ${renderSignal({ kind, target, startLine, endLine })}`;
}

/** Returns true when the answer has the lines already; a whole document may be shown cut. */
function isAlreadyProvided(
  signal: Signal,
  { path, range, rules }: {
    readonly path: string;
    readonly range: LineRange;
    readonly rules: ReadingRules;
  },
): boolean {
  return rules.provided.some((earlier) =>
    earlier.path === path && earlier.range !== undefined &&
    (!isWholeDocument(earlier.signal) || isWholeDocument(signal)) &&
    containsLines(earlier.range, range)
  );
}

function isWholeDocument({ kind, startLine }: Signal): boolean {
  return kind === "doc" && startLine === undefined;
}
