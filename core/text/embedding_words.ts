import { fold } from "./fold.ts";
import { scanNames } from "./scan_names.ts";
import { findNameParts } from "./split_identifier.ts";
import { isTerm, isUnspaced, MAX_TERM_LENGTH, tokenizeName } from "./tokenize_name.ts";
import type { WordLookup } from "./word_cache.ts";

/**
 * Version of the words. Raise it when the same text may yield other words: the table of word
 * vectors must then be trained again.
 */
export const EMBEDDING_WORDS_VERSION = 1;

/**
 * Returns the keys of one name in a table of word vectors: its parts in order, folded, neither
 * stemmed nor joined.
 *
 * Scripts without spaces yield overlapping pairs of characters. Single ASCII letters and parts
 * longer than `MAX_TERM_LENGTH` are left out, as in the index.
 *
 * @param name A name as `scanNames` finds it.
 */
export function embeddingWordsOfName(name: string): readonly string[] {
  const words: string[] = [];
  if (!isUnspaced(name)) {
    for (const { start, end } of findNameParts(name)) addWord(words, name.slice(start, end));
    return words;
  }
  for (const { start, end } of tokenizeName(name)) {
    const source = name.slice(start, end);
    // A token that has parts is a whole name; its parts follow it.
    if (findNameParts(source, 2).length === 1) addWord(words, source);
  }
  return words;
}

function addWord(words: string[], source: string): void {
  if (source.length > MAX_TERM_LENGTH) return;
  const word = fold(source);
  if (isTerm(word)) words.push(word);
}

/**
 * Returns the keys of a text in a table of word vectors, in order, with repetitions.
 *
 * @param text Any text: a query, or a chunk with its context header.
 * @param wordsOf Returns the keys of a name. For many texts pass
 * `createWordCache(embeddingWordsOfName)`.
 */
export function embeddingWords(
  text: string,
  wordsOf: WordLookup<readonly string[]> = (text, start, end) =>
    embeddingWordsOfName(text.slice(start, end)),
): string[] {
  const words: string[] = [];
  scanNames(text, (start, end) => {
    for (const word of wordsOf(text, start, end)) words.push(word);
  });
  return words;
}
