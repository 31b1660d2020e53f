import { analyze } from "../text/analyze.ts";

/** Phrases that are looked for: the weightiest; each costs a posting list a word. */
const MAX_PHRASES = 4;

/** Chunks of a phrase at most: with the words of a sentence there are few. */
const MAX_CHUNKS = 100;

/**
 * Returns the chunks that have all words of one of some phrases, stop words too; of many those that the
 * query says most for.
 *
 * @param phrases The weightiest first.
 * @param options.scores BM25F of each chunk.
 * @param options.isAllowed Returns whether a chunk may be proposed.
 */
export function phraseChunks(
  phrases: readonly string[],
  { listChunksWithAll, scores, isAllowed, compareFiles }: {
    /** Returns the chunks that have all of some terms, in their order. */
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
