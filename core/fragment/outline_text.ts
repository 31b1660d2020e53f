import type { LineRange } from "./lines.ts";

/** A declaration of an outline. */
export interface OutlineEntry {
  /** Number of its line, 1-based. */
  readonly line: number;
  /** Its signature, and lines about it, all of which but the first are indented. */
  readonly text: string;
}

/** Where an entry of an outline begins; the other lines of one are indented. */
const ENTRY_REGEXP = /^(?=\d+: )/m;

/** Returns an outline: each entry behind the number of its line. */
export function renderOutline(entries: readonly OutlineEntry[]): string {
  return entries.map(({ line, text }) => `${line}: ${text}`).join("\n");
}

/** Returns a text of {@link renderOutline} without the entries whose lines are in some ranges; it may be empty. */
export function removeOutlineEntries(outline: string, ranges: readonly LineRange[]): string {
  return outline.split(ENTRY_REGEXP).filter((entry) => {
    const line = Number.parseInt(entry, 10);
    return !ranges.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  }).join("").trimEnd();
}
