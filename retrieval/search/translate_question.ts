import { guessLanguage } from "@dossier/core/text";
import type { TranslatedWord } from "@dossier/core/lexicon";
import { type IndexReader, listNamesMissingInAll } from "../index/mod.ts";
import { QueryText } from "./query_text.ts";

/** Translated question. */
export interface TranslatedQuestion {
  readonly query: QueryText;
  /** Words with their translations; empty for an English question. */
  readonly words: readonly TranslatedWord[];
}

/**
 * Returns a question translated to English, word by word, when it is clearly in another language
 * and some of its words are known, and any other question unchanged. Words that the trees contain
 * are kept beside their translations.
 *
 * @param indexes Indexes of the searched trees.
 */
export async function translateQuestion(
  query: QueryText,
  indexes: readonly IndexReader[],
): Promise<TranslatedQuestion> {
  const language = guessLanguage(query.text);
  if (language === undefined) return { query, words: [] };
  // Imported only here: most questions are in English.
  const core = await import("@dossier/core/lexicon");
  const { openLexicon } = await import("./lexicon/open_lexicon.ts");
  // The lexicons have no letters with separate combining marks.
  const text = query.text.normalize("NFC");
  const words = core.translateWords(text, language, await openLexicon(language));
  if (!core.hasEnoughTranslations(text, words)) return { query, words: [] };
  const pairs = language === "ja" || language === "zh" ? core.listCharacterPairs(words) : [];
  const translated = words.filter(({ english }) => english.length > 0).map(({ word }) => word);
  const missing = new Set(
    await listNamesMissingInAll(
      indexes,
      pairs.length === 0 ? translated : pairs.map(({ pair }) => pair),
    ),
  );
  const kept = pairs.length === 0
    ? words.map((one) =>
      one.english.length === 0 || missing.has(one.word)
        ? one
        : { ...one, english: [one.word, ...one.english] }
    )
    : core.addCharacterPairs(words, pairs.filter(({ pair }) => !missing.has(pair)));
  const read = new QueryText(core.toEnglish(text, kept), query.names, query.nameTrust);
  return { query: read, words };
}
