import type { Anchor } from "./observation.ts";

/**
 * Whether what an observation cites is still as it was: the cited text is where it was or has only moved; it has
 * changed; or the file or the definition is missing.
 */
export type AnchorState = "fresh" | "drifted" | "orphaned";

/** What an anchor's path holds now. */
export interface AnchoredText {
  /** All lines of the file, without line ends. */
  readonly lines: readonly string[];
  /** Lines of the definition that the anchor names, 1-based and inclusive; undefined when there is none by that name. */
  readonly definition?: { readonly start: number; readonly end: number } | undefined;
}

/** Returns the SHA-256 of a text in lower-case hexadecimal. */
type HashText = (text: string) => string;

/**
 * Returns the state of an anchor against the text of its file now, by comparison alone.
 *
 * An anchor without a hash cites the file as such, and holds as long as there is one.
 *
 * White space at the ends of lines does not count. A definition is looked up by its name, so that it may move; lines
 * without a definition may move as a whole within the file.
 *
 * @param now Undefined when the file is missing or left out.
 */
export function compareAnchor(
  { symbol, lines: cited, hash }: Anchor,
  now: AnchoredText | undefined,
  hashText: HashText,
): AnchorState {
  if (now === undefined) return "orphaned";
  const { lines, definition } = now;
  if (hash === "") return "fresh";
  if (symbol !== undefined) {
    if (definition === undefined) return "orphaned";
    return hashText(anchoredText(lines, definition)) === hash ? "fresh" : "drifted";
  }
  const span = cited ?? { start: 1, end: lines.length };
  if (hashText(anchoredText(lines, span)) === hash) return "fresh";
  if (cited === undefined) return "drifted";
  return hasMoved(lines, { length: cited.end - cited.start + 1, hash, hashText })
    ? "fresh"
    : "drifted";
}

/** Returns the text of lines as an anchor hashes it. Lines are 1-based and inclusive. */
export function anchoredText(
  lines: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): string {
  return lines.slice(start - 1, end).map((line) => line.trimEnd()).join("\n");
}

/** Returns the state of an observation with anchors in these states: that of the worst; fresh without anchors. */
export function worstState(states: readonly AnchorState[]): AnchorState {
  if (states.includes("orphaned")) return "orphaned";
  return states.includes("drifted") ? "drifted" : "fresh";
}

/** Longest file in which cited lines are looked for elsewhere: each place costs a hash. */
const MAX_SEARCHED_LINES = 20_000;

function hasMoved(
  lines: readonly string[],
  { length, hash, hashText }: {
    readonly length: number;
    readonly hash: string;
    readonly hashText: HashText;
  },
): boolean {
  if (lines.length > MAX_SEARCHED_LINES) return false;
  for (let start = 1; start + length - 1 <= lines.length; start++) {
    if (hashText(anchoredText(lines, { start, end: start + length - 1 })) === hash) return true;
  }
  return false;
}
