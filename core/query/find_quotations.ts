import type { TextRange } from "../text/split_identifier.ts";

/** Opening marks, each with its closing mark behind it. */
const QUOTES: readonly string[] = ['""', "''", "“”", "„“", "‘’", "«»", "「」", "『』"];

/** Longest quotation, in UTF-16 code units. A longer one comes from a stray mark. */
const MAX_QUOTE_LENGTH = 200;

const OPENING_REGEXP = /["'“„‘«「『]/g;
const WORD_REGEXP = /[\p{L}\p{N}_]/u;
const BEFORE_REGEXP = /[\s([{=:,;>–—-]/;

/**
 * Returns the contents of the quotations of a line, in order, without their marks. A straight mark opens
 * after white space or a bracket and never closes before a letter, so an apostrophe does not count.
 *
 * @param offset Where the line starts in the text; it is added to all offsets.
 */
export function findQuotations(line: string, offset: number): TextRange[] {
  const quotations: TextRange[] = [];
  let after = 0;
  for (const { index, 0: mark } of line.matchAll(OPENING_REGEXP)) {
    if (index < after) continue;
    const straight = mark === '"' || mark === "'";
    if (straight && index > 0 && !BEFORE_REGEXP.test(line.charAt(index - 1))) continue;
    const end = findClosing(line, index + 1, {
      mark: QUOTES.find((pair) => pair[0] === mark)![1]!,
      straight,
    });
    if (end < 0) continue;
    after = end + 1;
    if (line.slice(index + 1, end).trim() === "") continue;
    quotations.push({ start: offset + index + 1, end: offset + end });
  }
  return quotations;
}

function findClosing(
  line: string,
  from: number,
  { mark, straight }: { readonly mark: string; readonly straight: boolean },
): number {
  const limit = Math.min(line.length, from + MAX_QUOTE_LENGTH + 1);
  for (let index = from; index < limit; index++) {
    if (line[index] !== mark) continue;
    if (!straight || !WORD_REGEXP.test(line.charAt(index + 1))) return index;
  }
  return -1;
}
