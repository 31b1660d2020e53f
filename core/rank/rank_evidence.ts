import { type Candidate, compareCandidates } from "./candidate.ts";
import { shareOf } from "./choose_pool.ts";
import type { Evidence, FileEvidence, PoolFile, QueryReading, QueryTraits } from "./evidence.ts";
import type { Explanation } from "./explanation.ts";
import { nameShare } from "./file_name.ts";
import { askedKinds } from "./path_kind.ts";
import { MEANING, NAMED_SYMBOL } from "./file_steps.ts";
import { FILE_SATURATION, LINE } from "./ranking_steps.ts";
import { scoreFile } from "./score_file.ts";
import { verbosity } from "./verbosity.ts";

/** A query, and how its answer is ranked. */
export interface RankOptions {
  /** The query. */
  readonly query: QueryReading;
  /** How many chunks are wanted. */
  readonly limit: number;
  /** Names of ranking steps to leave out. */
  readonly disabled: ReadonlySet<string>;
}

/** A file of the pool with its score. */
export interface RankedFile {
  /** The file. */
  readonly pool: PoolFile;
  /** The numbers that its score is made from. */
  readonly evidence: FileEvidence;
  /** The score that the steps make from the evidence. */
  readonly score: number;
}

/** A chunk with its final score. */
export interface RankedChunk {
  /** Its file. */
  readonly file: RankedFile;
  /** Its number in the evidence. */
  readonly chunk: number;
  /** The file's score times {@link share} and {@link saturation}. */
  readonly score: number;
  /** What speaks for the chunk as a share of what speaks for the file's best chunk. */
  readonly share: number;
  /** How many chunks of its file are better. */
  readonly before: number;
  /** What the step makes of that; 1 when it is left out. */
  readonly saturation: number;
}

/** Returns what the ranking asks of a query as a whole. */
export function queryTraits({ terms }: Pick<QueryReading, "terms">): QueryTraits {
  return {
    verbosity: verbosity(countWords(terms)),
    asked: askedKinds(terms.map(({ term }) => term)),
  };
}

/** Returns the number of words of a query, pieces of longer ones not counted. */
export function countWords(terms: QueryReading["terms"]): number {
  return terms.filter(({ part }) => !part).length;
}

/**
 * Returns the best `limit` chunks, all that equal the last of them, and those that hold a phrase, best
 * first. Which of equals come first is for their paths to say: see {@link toCandidates}.
 */
export function rankEvidence(evidence: Evidence, options: RankOptions): RankedChunk[] {
  const { limit } = options;
  const holders = evidence.holders ?? new Set();
  const sorted = rankChunks(rankFiles(evidence, options), evidence, options)
    .sort((a, b) => b.score - a.score);
  const lowest = sorted[Math.min(limit, sorted.length) - 1]?.score ?? 0;
  return sorted.filter(({ chunk, score }) => score >= lowest || holders.has(chunk));
}

/** Returns the files of the pool that something speaks for, each with its score. */
function rankFiles(
  { pool, scores, named }: Evidence,
  { query, disabled }: RankOptions,
): RankedFile[] {
  const terms = new Set(query.terms.map(({ term }) => term));
  const traits = queryTraits(query);
  const symbolOf = openSymbolValue(named?.files, query);
  return pool.map((file): RankedFile => {
    const number = file.file;
    const evidence: FileEvidence = {
      chunks: shareOf(scores.chunks, number),
      text: shareOf(scores.text, number),
      name: nameShare(file.name, terms),
      symbol: symbolOf(file),
      subjects: shareOf(scores.subjects, number),
      meaning: shareOf(scores.meaning, number),
      definitions: shareOf(scores.definitions, number),
      mention: shareOf(scores.mention, number),
      kinds: file.kinds,
      isDocument: file.kind === "document",
    };
    return { pool: file, evidence, score: scoreFile(evidence, { query: traits, disabled }) };
  })
    // Where steps are left out there may be nothing left that speaks for a file.
    .filter(({ score }) => score > 0);
}

/**
 * Returns a function that says how surely a file defines a symbol of a query: by the labels of its chunks,
 * and by its definitions unless the query is nothing but a symbol that is the label of some chunk.
 */
function openSymbolValue(
  labelled: ReadonlyMap<number, number> | undefined,
  { isSymbol, matchSymbols = () => 0 }: QueryReading,
): (file: PoolFile) => number {
  const isFound = isSymbol && labelled !== undefined && labelled.size > 0;
  return (file) => Math.max(labelled?.get(file.file) ?? 0, isFound ? 0 : matchSymbols(file));
}

/** What speaks for a chunk among those of its file, in parts that add up. */
export interface ChunkShares {
  /** Its BM25F as the share of the best chunk's. */
  readonly words: number;
  /** Its cosine as the share of the best chunk's. */
  readonly meaning: number;
  /** Whether it defines a symbol of the query. */
  readonly symbol: number;
  /** How strongly the query names a line of it. */
  readonly line: number;
}

/** Returns what speaks for a chunk. */
export function chunkShares(
  { words, scores, cosines, named, lines }: Evidence,
  chunk: number,
): ChunkShares {
  const unit = unitOf(scores.chunks.highestChunk);
  const cosine = cosines?.[chunk] ?? 0;
  return {
    words: words[chunk]! * unit,
    // Written so that NaN fails it.
    meaning: cosine > 0 ? cosine / scores.meaning!.highest : 0,
    symbol: named?.chunks.get(chunk) ?? 0,
    line: lines?.get(chunk) ?? 0,
  };
}

/** Returns what scores are multiplied by to be shares of the highest. */
export function unitOf(highest: number): number {
  return highest === 0 ? 0 : 1 / highest;
}

/** Returns what gives the weighted sum of {@link chunkShares}; many chunks are asked about. */
function openChunkValue({ words, scores, cosines, named, lines }: Evidence) {
  const unit = unitOf(scores.chunks.highestChunk);
  const highest = scores.meaning?.highest ?? 1;
  const [meaning, symbol, line] = [MEANING.constant, NAMED_SYMBOL.constant, LINE.constant];
  return (chunk: number): number => {
    const cosine = cosines?.[chunk] ?? 0;
    // Written so that NaN fails it.
    const nearness = cosine > 0 ? cosine / highest : 0;
    return words[chunk]! * unit + meaning * nearness + symbol * (named?.chunks.get(chunk) ?? 0) +
      line * (lines?.get(chunk) ?? 0);
  };
}

/**
 * Returns the chunks of the files: the best of each has its file's score, and each further one less,
 * as what a file says twice is worth less than another file. Of two equal chunks of one file the
 * earlier is the better one. A file that no word of the query is in is shown by its beginning.
 *
 * Chunks that are surely not among the best `limit`, nor equal to the last of them, are left out.
 */
function rankChunks(
  files: readonly RankedFile[],
  evidence: Evidence,
  { limit, disabled }: RankOptions,
): RankedChunk[] {
  const factor = disabled.has(FILE_SATURATION.name) ? 1 : FILE_SATURATION.constant;
  const valueOf = openChunkValue(evidence);
  // The best chunks of the best files are enough already.
  const floor = files.map(({ score }) => score).sort((a, b) => b - a)[limit - 1] ?? -Infinity;
  return files.flatMap((file) => {
    const { firstChunk, endChunk } = file.pool;
    const isHolder = holdsAny(evidence, file.pool);
    if (file.score < floor && !isHolder) return [];
    const chunks: { readonly chunk: number; readonly value: number }[] = [];
    for (let chunk = firstChunk; chunk < endChunk; chunk++) {
      const value = valueOf(chunk);
      if (value > 0) chunks.push({ chunk, value });
    }
    const [best] = chunks.sort((a, b) => b.value - a.value || a.chunk - b.chunk);
    if (best === undefined) {
      return [{ file, chunk: firstChunk, score: file.score, share: 1, before: 0, saturation: 1 }];
    }
    const ranked: RankedChunk[] = [];
    for (const { chunk, value } of chunks) {
      const before = ranked.length;
      const share = value / best.value;
      const saturation = factor ** before;
      const score = file.score * share * saturation;
      if (score < floor && !isHolder) break;
      ranked.push({ file, chunk, score, share, before, saturation });
    }
    return ranked;
  });
}

/** Returns whether a chunk of a file has all words of a phrase. */
function holdsAny({ holders }: Evidence, { firstChunk, endChunk }: PoolFile): boolean {
  if (holders === undefined) return false;
  for (let chunk = firstChunk; chunk < endChunk; chunk++) if (holders.has(chunk)) return true;
  return false;
}

/** A document, with the lines and names of its chunks. */
export interface RankedDocument extends Pick<Candidate, "path" | "language" | "kind"> {
  /** Content hash. */
  readonly hash: string;
  /** Its chunks in line order; the label is empty when there is none. */
  readonly chunks: readonly {
    readonly startLine: number;
    readonly endLine: number;
    readonly label: string;
  }[];
}

/** What {@link toCandidates} puts together. */
export interface ToCandidatesOptions extends Pick<RankOptions, "limit"> {
  /** The evidence that was ranked. */
  readonly evidence: Evidence;
  /** The documents of the chunks, by what the index knows them by. */
  readonly documents: ReadonlyMap<number, RankedDocument>;
  /** By number of the chunk. */
  readonly explanations?: ReadonlyMap<number, Explanation> | undefined;
}

/**
 * Returns ranked chunks as what they are in their documents: the best `limit` with ties by path and line,
 * and those that hold a phrase.
 */
export function toCandidates(
  ranked: readonly RankedChunk[],
  { evidence: { isByMeaning, holders }, documents, explanations, limit }: ToCandidatesOptions,
): Candidate[] {
  return ranked.flatMap(({ file, chunk, score }): Candidate[] => {
    const document = documents.get(file.pool.document);
    const place = document?.chunks[chunk - file.pool.firstChunk];
    if (document === undefined || place === undefined) return [];
    const { path, language, kind, hash: documentHash } = document;
    const { startLine, endLine, label } = place;
    const explanation = explanations?.get(chunk);
    return [{
      ...{ path, language, kind, documentHash, startLine, endLine },
      ...(label === "" ? {} : { symbol: label }),
      score,
      ...(isByMeaning ? { byMeaning: true } : {}),
      ...(holders?.has(chunk) ? { hasPhraseWords: true } : {}),
      ...(explanation === undefined ? {} : { explanation }),
    }];
  }).sort(compareCandidates).filter(({ hasPhraseWords }, i) => i < limit || hasPhraseWords);
}
