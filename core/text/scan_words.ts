import { characterClass, characterWidth, SEPARATOR } from "./character_class.ts";

/**
 * Calls `visit` with the half-open range of every raw word of a text, in order.
 *
 * A raw word is a run of Unicode letters, marks and numbers, `_` and `$`, as long as possible.
 *
 * @param text Any text; lone surrogates end a word.
 * @param visit Receives UTF-16 offsets, `start < end`.
 *
 * @example
 * ```ts
 * import { scanWords } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const words: string[] = [];
 * const text = "let café_2 = re-run($x);";
 * scanWords(text, (start, end) => words.push(text.slice(start, end)));
 * assert.deepEqual(words, ["let", "café_2", "re", "run", "$x"]);
 * ```
 */
export function scanWords(text: string, visit: (start: number, end: number) => void): void {
  let index = 0;
  while (index < text.length) {
    while (index < text.length && characterClass(text, index) === SEPARATOR) index++;
    const start = index;
    while (index < text.length && characterClass(text, index) !== SEPARATOR) {
      index += characterWidth(text, index);
    }
    if (index > start) visit(start, index);
  }
}
