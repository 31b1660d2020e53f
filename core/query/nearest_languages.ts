import { LANGUAGE_TABLE, LANGUAGES } from "../language/language_table.ts";
import { nearestNames } from "./nearest_names.ts";

/**
 * Returns the names of all languages, those first that a word may stand for which is none of them: what
 * files with that ending are written in, and names that differ in a letter or two.
 */
export function nearestLanguages(written: string): readonly string[] {
  const word = written.toLowerCase();
  const byEnding = LANGUAGE_TABLE.ofExtension(word.replace(/^\./, ""));
  const likely = byEnding === undefined ? [] : [byEnding];
  return [...new Set([...likely, ...nearestNames(word, LANGUAGES), ...LANGUAGES])];
}
