/** Text between two words of a phrase: white space, and the start of a line in a comment. */
const GAP = String.raw`(?:\s+|\s*\n\s*(?:[*#>;]|\/\/[/!]?|--)\s*)`;

const SPACE_REGEXP = /\s+/;
const META_REGEXP = /[\\^$.*+?()[\]{}|/]/g;
const WORD_START_REGEXP = /^[\p{L}\p{N}_]/u;
const WORD_END_REGEXP = /[\p{L}\p{N}_]$/u;

/**
 * Returns the 0-based lines on which a phrase begins, in order, each once. Case does not count. A phrase
 * matches whole words, and may go over several lines, also those of a comment.
 *
 * @param phrase The wanted words; an empty phrase is never found.
 * @param lines A text without its line breaks.
 */
export function findPhrase(phrase: string, lines: readonly string[]): readonly number[] {
  const trimmed = phrase.trim();
  if (trimmed === "") return [];
  const words = trimmed.split(SPACE_REGEXP)
    .map((word) => word.replaceAll(META_REGEXP, (mark) => `\\${mark}`));
  const before = WORD_START_REGEXP.test(trimmed) ? String.raw`(?<![\p{L}\p{N}_])` : "";
  const after = WORD_END_REGEXP.test(trimmed) ? String.raw`(?![\p{L}\p{N}_])` : "";
  const wanted = new RegExp(before + words.join(GAP) + after, "giu");
  const text = lines.join("\n");
  const found = new Set<number>();
  let line = 0;
  let lineEnd = text.indexOf("\n");
  for (const { index } of text.matchAll(wanted)) {
    for (; lineEnd >= 0 && lineEnd < index; lineEnd = text.indexOf("\n", lineEnd + 1)) line++;
    found.add(line);
  }
  return [...found];
}
