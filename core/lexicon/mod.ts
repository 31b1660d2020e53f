/**
 * Questions in languages other than English: detects the language, and translates the words to
 * English.
 *
 * @module
 */

export { stemForeign } from "./lexicon.ts";
export { addCharacterPairs, type CharacterPair, listCharacterPairs } from "./character_pairs.ts";
export { type Lexicon, parseLexicon, renderLexicon, type Translations } from "./lexicon.ts";
export {
  hasEnoughTranslations,
  toEnglish,
  type TranslatedWord,
  translateWords,
} from "./translate_words.ts";
