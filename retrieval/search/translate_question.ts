import { guessLanguage } from "@dossier/core/text";
import type { ForeignWord } from "@dossier/core/lexicon";
import { type IndexReader, listNamesMissingInAll } from "../index/mod.ts";
import { QueryText } from "./query_text.ts";

/** A question as it is answered, and how it was read. */
export interface TranslatedQuestion {
  readonly query: QueryText;
  /** Its words with what they are read as; none of an English question. */
  readonly words: readonly ForeignWord[];
}

/**
 * Returns a question in English, word by word, when it is plainly in another language and some of its words
 * are known; any other as it is. Words that the trees have as well are kept beside their translations.
 *
 * @param indexes Of the trees that are asked.
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
  // Letters with marks apart from them are in no lexicon.
  const text = query.text.normalize("NFC");
  const words = core.readForeign(text, language, await openLexicon(language));
  if (!core.isRead(text, words)) return { query, words: [] };
  const pairs = language === "ja" || language === "zh" ? core.listWrittenPairs(words) : [];
  const telling = words.filter(({ english }) => english.length > 0).map(({ word }) => word);
  const missing = new Set(
    await listNamesMissingInAll(
      indexes,
      pairs.length === 0 ? telling : pairs.map(({ pair }) => pair),
    ),
  );
  const kept = pairs.length === 0
    ? words.map((one) =>
      one.english.length === 0 || missing.has(one.word)
        ? one
        : { ...one, english: [one.word, ...one.english] }
    )
    : core.keepPairs(words, pairs.filter(({ pair }) => !missing.has(pair)));
  const read = new QueryText(core.toEnglish(text, kept), query.names, query.nameTrust);
  return { query: read, words };
}
