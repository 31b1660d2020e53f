import type { Anchor } from "./observation.ts";

/**
 * State of a cited text: unchanged or only moved; changed; or the file or the definition is
 * missing.
 */
export type AnchorState = "fresh" | "drifted" | "orphaned";

/** The current text at an anchor's path. */
export interface AnchoredText {
  /** All lines of the file, without line breaks. */
  readonly lines: readonly string[];
  /**
   * Lines of the definition that the anchor names, 1-based and inclusive; undefined when there is
   * none by that name.
   */
  readonly definition?: { readonly start: number; readonly end: number } | undefined;
}

/** Returns the SHA-256 of a text in lower-case hexadecimal. */
type HashText = (text: string) => string;

/**
 * Returns the state of an anchor compared with the current text of its file.
 *
 * An anchor without a hash cites the whole file, and holds as long as the file exists.
 *
 * White space at the ends of lines is ignored. A definition is looked up by its name, so that it
 * may move; lines without a definition may move as a whole within the file.
 *
 * @param now Undefined when the file is missing or excluded.
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
    return hashText(sliceAnchoredText(lines, definition)) === hash ? "fresh" : "drifted";
  }
  const span = cited ?? { start: 1, end: lines.length };
  if (hashText(sliceAnchoredText(lines, span)) === hash) return "fresh";
  if (cited === undefined) return "drifted";
  return hasMoved(lines, { length: cited.end - cited.start + 1, hash, hashText })
    ? "fresh"
    : "drifted";
}

/** Returns the text of lines in the form that is hashed. Lines are 1-based and inclusive. */
export function sliceAnchoredText(
  lines: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): string {
  return lines.slice(start - 1, end).map((line) => line.trimEnd()).join("\n");
}

/** Returns the worst state of anchors; fresh without anchors. */
export function findWorstState(states: readonly AnchorState[]): AnchorState {
  if (states.includes("orphaned")) return "orphaned";
  return states.includes("drifted") ? "drifted" : "fresh";
}

/**
 * Maximum number of lines of a file that is searched for moved lines: each position costs a hash.
 */
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
    if (hashText(sliceAnchoredText(lines, { start, end: start + length - 1 })) === hash) {
      return true;
    }
  }
  return false;
}
