/**
 * Characters that a backslash escapes between words; before any other character the backslash is
 * literal.
 */
const ESCAPED_REGEXP = /^[\s"'\\]$/;

/**
 * Returns the words of a command line as a POSIX shell does: quotation marks keep a word together
 * and are not part of it. When a quotation mark is never closed, as in "don't", all quotation marks
 * are literal.
 */
export function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    const next = text[at + 1];
    if (character === "\\" && quote !== "'" && next !== undefined) {
      word = (word ?? "") + (ESCAPED_REGEXP.test(next) ? next : character + next);
      at++;
    } else if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) {
      word ??= "";
      quote = character;
    } else if (quote === undefined && /^\s$/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== undefined) return text.trim().split(/\s+/);
  return word === undefined ? words : [...words, word];
}
