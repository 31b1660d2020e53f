/**
 * Questions in other languages than English: which language one is in, and its words in English.
 *
 * @module
 */

export { stemForeign } from "./lexicon.ts";
export { keepPairs, listWrittenPairs, type WrittenPair } from "./keep_pairs.ts";
export { type Lexicon, parseLexicon, renderLexicon, type Translations } from "./lexicon.ts";
export { type ForeignWord, isRead, readForeign, toEnglish } from "./read_foreign.ts";
