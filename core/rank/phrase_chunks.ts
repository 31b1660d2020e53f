import { analyze } from "../text/analyze.ts";

/**
 * Maximum number of phrases that are looked for, highest weight first; each takes a posting list
 * per word.
 */
const MAX_PHRASES = 4;

/** Maximum number of chunks of a phrase: few chunks have all words of a sentence. */
const MAX_CHUNKS = 100;

/**
 * Returns the chunks with all words of one of some phrases, including stop words. When there are
 * many, those with the highest scores are chosen.
 *
 * @param phrases Phrases, highest weight first.
 * @param options.scores BM25F of each chunk.
 * @param options.isAllowed Returns true when a chunk may be proposed.
 */
export function findPhraseChunks(
  phrases: readonly string[],
  { listChunksWithAll, scores, isAllowed, compareFiles }: {
    /** Returns the chunks with all of some terms, in order. */
    readonly listChunksWithAll: (terms: readonly string[]) => readonly number[];
    readonly scores: Float64Array;
    readonly isAllowed: (chunk: number) => boolean;
    /** Compares the files of two chunks by their paths; 0 for one file. */
    readonly compareFiles: (a: number, b: number) => number;
  },
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const phrase of phrases.slice(0, MAX_PHRASES)) {
    const words = new Set(analyze(phrase).filter(({ isPart }) => !isPart).map(({ text }) => text));
    const chunks = listChunksWithAll([...words]).filter(isAllowed);
    if (chunks.length > MAX_CHUNKS) {
      chunks.sort((a, b) => scores[b]! - scores[a]! || compareFiles(a, b) || a - b);
    }
    for (const chunk of chunks.slice(0, MAX_CHUNKS)) found.add(chunk);
  }
  return found;
}
