import { type Field, FIELDS } from "./bm25f.ts";
import type { IndexView } from "./index_view.ts";

/**
 * Figures of a whole corpus that the score of a word depends on, besides the chunk with the word.
 */
export interface CorpusStatistics {
  /** Number of chunks; N of the idf. */
  readonly chunks: number;
  /** Mean number of terms in each field of a chunk. */
  readonly averageLengths: Readonly<Record<Field, number>>;
  /** Mean number of terms in the bodies of a file. */
  readonly averageFileLength: number;
  /** Number of chunks with each term. */
  readonly chunkFrequencies: ReadonlyMap<string, number>;
}

/** Figures of one index, as sums that can be added to those of others. */
export interface CorpusCounts {
  readonly chunks: number;
  /** Number of terms in each field of all chunks. */
  readonly lengths: Readonly<Record<Field, number>>;
  readonly files: number;
  /** Number of terms in the bodies of all files. */
  readonly fileLengths: number;
  /** Number of chunks with each of the requested terms. */
  readonly chunkFrequencies: ReadonlyMap<string, number>;
}

/** Returns the figures of an index for some terms. */
export function countCorpus(view: IndexView, terms: Iterable<string>): CorpusCounts {
  const { liveCount, averageLengths } = view.chunks;
  const { documents, averageLength } = view.files;
  let files = 0;
  for (const document of documents) if (document !== 0) files++;
  return {
    chunks: liveCount,
    lengths: mapFields((field) => averageLengths[field] * liveCount),
    files,
    fileLengths: averageLength * files,
    chunkFrequencies: new Map([...terms].map((term) => [term, view.readPostings(term).length])),
  };
}

/**
 * Returns the statistics of several indexes as if they were one index: a word is as rare as it is
 * in all of them together.
 */
export function mergeCorpora(counts: readonly CorpusCounts[]): CorpusStatistics {
  const sumOf = (valueOf: (one: CorpusCounts) => number) =>
    counts.reduce((sum, one) => sum + valueOf(one), 0);
  const chunks = sumOf((one) => one.chunks);
  const chunkFrequencies = new Map<string, number>();
  for (const one of counts) {
    for (const [term, count] of one.chunkFrequencies) {
      chunkFrequencies.set(term, (chunkFrequencies.get(term) ?? 0) + count);
    }
  }
  return {
    chunks,
    averageLengths: mapFields((field) =>
      sumOf(({ lengths }) => lengths[field]) / Math.max(1, chunks)
    ),
    averageFileLength: sumOf((one) => one.fileLengths) / Math.max(1, sumOf(({ files }) => files)),
    chunkFrequencies,
  };
}

function mapFields(valueOf: (field: Field) => number): Record<Field, number> {
  return Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as Record<
    Field,
    number
  >;
}
