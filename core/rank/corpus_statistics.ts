import { type Field, FIELDS } from "./bm25f.ts";
import type { IndexView } from "./index_view.ts";

/** What the score of a word goes by besides the chunk that it stands in: figures of a whole corpus. */
export interface CorpusStatistics {
  /** How many chunks there are; N of the idf. */
  readonly chunks: number;
  /** Mean of the terms in each field of a chunk. */
  readonly averageLengths: Readonly<Record<Field, number>>;
  /** Mean of the terms in the bodies of a file. */
  readonly averageFileLength: number;
  /** How many chunks have each term. */
  readonly holding: ReadonlyMap<string, number>;
}

/** The figures of one index, as sums that can be added to those of others. */
export interface CorpusCounts {
  readonly chunks: number;
  /** Terms in each field of all chunks. */
  readonly lengths: Readonly<Record<Field, number>>;
  readonly files: number;
  /** Terms in the bodies of all files. */
  readonly fileLengths: number;
  /** How many chunks have each of the terms that were asked for. */
  readonly holding: ReadonlyMap<string, number>;
}

/** Returns the figures of an index for some terms. */
export function countCorpus(view: IndexView, terms: Iterable<string>): CorpusCounts {
  const { alive, averageLengths } = view.chunks;
  const { documents, averageLength } = view.files;
  let files = 0;
  for (const document of documents) if (document !== 0) files++;
  return {
    chunks: alive,
    lengths: mapFields((field) => averageLengths[field] * alive),
    files,
    fileLengths: averageLength * files,
    holding: new Map([...terms].map((term) => [term, view.readPostings(term).length])),
  };
}

/**
 * Returns the statistics of several indexes as those of one that holds all of them: a word is as rare as it is in all of
 * them together.
 */
export function sumCorpora(counts: readonly CorpusCounts[]): CorpusStatistics {
  const sumOf = (valueOf: (one: CorpusCounts) => number) =>
    counts.reduce((sum, one) => sum + valueOf(one), 0);
  const chunks = sumOf((one) => one.chunks);
  const holding = new Map<string, number>();
  for (const one of counts) {
    for (const [term, count] of one.holding) holding.set(term, (holding.get(term) ?? 0) + count);
  }
  return {
    chunks,
    averageLengths: mapFields((field) =>
      sumOf(({ lengths }) => lengths[field]) / Math.max(1, chunks)
    ),
    averageFileLength: sumOf((one) => one.fileLengths) / Math.max(1, sumOf(({ files }) => files)),
    holding,
  };
}

function mapFields(valueOf: (field: Field) => number): Record<Field, number> {
  return Object.fromEntries(FIELDS.map((field) => [field, valueOf(field)])) as Record<
    Field,
    number
  >;
}
