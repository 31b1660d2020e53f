import type { StructureEntry } from "@dossier/core";
import type { Certainty } from "@dossier/core/structure";
import { omitUndefined } from "@dossier/core/text";
import type { FoundCaller } from "../symbols/mod.ts";
import { type OutlinedFile, outlineIndexedFiles, type StructureLease } from "./outline_files.ts";
import { formatLineNumbers } from "./format_calls.ts";

/** Location in an answer, with reasons. */
export interface FoundPlace
  extends Pick<FoundCaller, "path" | "language" | "startLine" | "endLine" | "symbol"> {
  readonly lines: readonly number[];
  readonly certainty: Certainty;
  readonly reasons: readonly string[];
  readonly depth?: number;
  readonly isTest?: boolean;
}

/** Part of a reason with the lines. */
const LINES_REGEXP = / in lines? \d+(?:, \d+)*(?: and \d+ more)?/;

/** Reason of a removed definition. */
export const REMOVED = "removed";

/** Returns true for a removed definition, whose lines are the former ones. */
export function isRemoved({ reasons }: StructureEntry): boolean {
  return reasons.includes(REMOVED);
}

/**
 * Returns locations as definitions with their signatures; several calls outside of definitions may
 * be in one test.
 *
 * @param first Preceding entries of the answer. A location inside one of them is not listed again.
 */
export async function listPlaceEntries(
  places: readonly FoundPlace[],
  first: readonly StructureEntry[],
  lease: StructureLease,
): Promise<readonly StructureEntry[]> {
  const outlined = await outlineIndexedFiles([...new Set(places.map(({ path }) => path))], lease);
  const entries = places.map((place) => toEntry(place, outlined.get(place.path)));
  const keyOf = ({ path, startLine }: StructureEntry) => `${path}\0${startLine}`;
  const known = new Set(first.filter((one) => !isRemoved(one)).map(keyOf));
  const groups = Map.groupBy(
    entries.filter((entry) => !known.has(keyOf(entry))),
    (entry) => `${keyOf(entry)}\0${entry.certainty}`,
  );
  return [...first, ...[...groups.values()].map(joinEntries)];
}

function joinEntries(group: readonly StructureEntry[]): StructureEntry {
  const [first] = group;
  if (group.length === 1) return first!;
  const lines = [...new Set(group.flatMap(({ lines = [] }) => lines))].sort((a, b) => a - b);
  const endLine = Math.max(...group.map(({ endLine }) => endLine));
  const reasons = [first!.reasons[0]!.replace(LINES_REGEXP, ` in ${formatLineNumbers(lines)}`)];
  return { ...first!, endLine, lines, reasons };
}

/** Returns the definition at a location, or else the test around it, or else its line. */
function toEntry(
  { path, language, startLine, endLine, symbol, lines, certainty, reasons, ...rest }: FoundPlace,
  file: OutlinedFile | undefined,
): StructureEntry {
  const { depth, isTest } = rest;
  const own = { reasons, certainty, lines, ...omitUndefined({ depth, isTest }) };
  const known = symbol === ""
    ? undefined
    : file?.definitions.find((one) => one.startLine === startLine && one.symbol === symbol);
  if (known !== undefined) return { ...known, ...own };
  const range = { path, language, startLine, endLine };
  if (symbol !== "") return { ...range, symbol, signature: "", ...own };
  const texts = file?.lines ?? [];
  const line = lines[0] ?? startLine;
  const test = findTestLine(texts, line);
  const lastLine = test === undefined ? endLine : Math.max(endLine, findLastLine(texts, test));
  const head = test ?? line;
  const signature = (texts[head - 1] ?? "").trim();
  return { ...range, startLine: head, endLine: lastLine, signature, ...own };
}

/** Beginning of a test that is a call. */
const TEST_CALL_REGEXP =
  /^\s*(?:await\s+)?(?:[\w$]+\.)*(?:test|it|describe|suite|context|step|TEST(?:_\w+)?)\b.*[(\s]/;

/**
 * Returns the first line of the test around a line, both 1-based, or `undefined` when there is
 * none.
 */
export function findTestLine(lines: readonly string[], line: number): number | undefined {
  let indent = Infinity;
  for (let row = line - 1; row >= 0 && indent > 0; row--) {
    const text = lines[row]!;
    const at = text.search(/\S/);
    if (at < 0 || at >= indent) continue;
    if (TEST_CALL_REGEXP.test(text)) return row + 1;
    indent = at;
  }
  return undefined;
}

/** Beginning of a line that closes an earlier one. */
const CLOSING_REGEXP = /^\s*(?:[)\]}]|end\b)/;

/** Returns the last line of the block that begins in a line, by indentation; both are 1-based. */
function findLastLine(lines: readonly string[], line: number): number {
  const indentOf = (text: string) => text.search(/\S/);
  const indent = indentOf(lines[line - 1] ?? "");
  let last = line;
  for (let row = line; row < lines.length; row++) {
    const at = indentOf(lines[row]!);
    if (at < 0) continue;
    const isClosing = CLOSING_REGEXP.test(lines[row]!);
    if (at > indent || at === indent && isClosing) last = row + 1;
    if (at <= indent) break;
  }
  return last;
}
