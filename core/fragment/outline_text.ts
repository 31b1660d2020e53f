import type { LineRange } from "./lines.ts";

/** Declaration of an outline. */
export interface OutlineEntry {
  /** Line number, 1-based. */
  readonly line: number;
  /** Signature, and lines about it; all lines but the first are indented. */
  readonly text: string;
}

/** Start of an entry of an outline; its other lines are indented. */
const ENTRY_REGEXP = /^(?=\d+: )/m;

/** Returns the text of an outline: each entry with its line number in front. */
export function renderOutline(entries: readonly OutlineEntry[]): string {
  return entries.map(({ line, text }) => `${line}: ${text}`).join("\n");
}

/**
 * Returns a text of {@link renderOutline} without the entries whose lines are in some ranges; it
 * may be empty.
 */
export function removeOutlineEntries(outline: string, ranges: readonly LineRange[]): string {
  return outline.split(ENTRY_REGEXP).filter((entry) => {
    const line = Number.parseInt(entry, 10);
    return !ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  }).join("").trimEnd();
}
