import { pow } from "../math/mod.ts";
import { type Candidate, compareCandidates } from "./candidate.ts";
import { nthLargest, shareOf } from "./choose_pool.ts";
import type { Evidence, PoolFile } from "./evidence.ts";
import type { QueryReading, QueryTraits, RankOptions } from "./query_reading.ts";
import type { Explanation } from "./explanation.ts";
import { askedKinds } from "./path_kind.ts";
import {
  EVIDENCE_STEPS,
  type FileEvidence,
  type FileScore,
  MEANING,
  NAMED_SYMBOL,
} from "./file_steps.ts";
import { NAMES_CHUNKS } from "./name_steps.ts";
import { nameTrustOf } from "./name_trust.ts";
import { FILE_SATURATION, LINE } from "./ranking_steps.ts";
import { scoreFile } from "./score_file.ts";
import { verbosity } from "./verbosity.ts";

/** A file of the pool with the score that the steps make from the evidence. */
export interface RankedFile {
  readonly pool: PoolFile;
  readonly evidence: FileEvidence;
  readonly score: number;
}

/** A chunk with its final score. */
export interface RankedChunk {
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
export function queryTraits(
  { terms, isDocumentary = false }: Pick<QueryReading, "terms" | "isDocumentary">,
): QueryTraits {
  // Of an issue the title says what is wanted: a long text has a word for most kinds by chance.
  const heaviest = terms.reduce((most, { weight = 1 }) => Math.max(most, weight), 0);
  const asking = terms.filter(({ weight = 1 }) => weight === heaviest);
  const asked = askedKinds(asking.map(({ term }) => term));
  return {
    verbosity: verbosity(countWords(terms)),
    asked: isDocumentary ? new Set([...asked, "document"]) : asked,
  };
}

/** Returns the traits of a query whose evidence is gathered: with the trust in names that are in the index. */
export function traitsWithNames(
  { names }: Pick<Evidence["scores"], "names">,
  { query, disabled }: Pick<RankOptions, "query" | "disabled">,
): QueryTraits {
  const nameTrust = names === undefined
    ? 0
    : nameTrustOf(query, { steps: EVIDENCE_STEPS, disabled });
  return { ...queryTraits(query), nameTrust };
}

/** Returns the number of words of a query, pieces of longer ones not counted. */
export function countWords(terms: QueryReading["terms"]): number {
  return terms.filter(({ isPart }) => !isPart).length;
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
function rankFiles({ pool, scores }: Evidence, { query, disabled }: RankOptions): RankedFile[] {
  const traits = traitsWithNames(scores, { query, disabled });
  return pool.map((file): RankedFile => {
    const shares = {} as Record<FileScore, number>;
    for (const { scores: kind } of EVIDENCE_STEPS) shares[kind] = shareOf(scores[kind], file.file);
    const evidence = { shares, kinds: file.kinds, isDocument: file.kind === "document" };
    return { pool: file, evidence, score: scoreFile(evidence, { query: traits, disabled }) };
  })
    // Where steps are left out there may be nothing left that speaks for a file.
    .filter(({ score }) => score > 0);
}

/** Returns what speaks for a chunk among those of its file, in parts that add up once weighed. */
export function chunkShares(
  { words, nameWords, scores, cosines, named, lines }: Evidence,
  chunk: number,
): Readonly<Record<"words" | "names" | "meaning" | "symbol" | "line", number>> {
  const cosine = cosines?.[chunk] ?? 0;
  return {
    /** Its BM25F as the share of the best chunk's. */
    words: words[chunk]! * unitOf(scores.chunks.highestChunk),
    /** Its BM25F by guessed names, likewise. */
    names: (nameWords?.[chunk] ?? 0) * unitOf(scores.names?.highestChunk ?? 0),
    /** Its cosine as the share of the best chunk's; NaN counts as none. */
    meaning: cosine > 0 ? cosine / scores.meaning!.highest : 0,
    /** Whether it defines a symbol of the query. */
    symbol: named?.chunks.get(chunk) ?? 0,
    /** How strongly the query names a line of it. */
    line: lines?.get(chunk) ?? 0,
  };
}

/** Returns what scores are multiplied by to be shares of the highest. */
export function unitOf(highest: number): number {
  return highest === 0 ? 0 : 1 / highest;
}

/** Returns the weighted sum of the {@link chunkShares} of some chunks, one after another. */
function chunkValues(evidence: Evidence, { firstChunk, endChunk }: PoolFile): Float64Array {
  const { words, nameWords, scores, cosines, named, lines } = evidence;
  const wordUnit = unitOf(scores.chunks.highestChunk);
  const nameUnit = unitOf(scores.names?.highestChunk ?? 0);
  const values = new Float64Array(endChunk - firstChunk);
  for (let chunk = firstChunk; chunk < endChunk; chunk++) {
    const cosine = cosines?.[chunk] ?? 0;
    // As they stand in chunkShares(), without an object for each chunk.
    values[chunk - firstChunk] = words[chunk]! * wordUnit +
      NAMES_CHUNKS.constant * ((nameWords?.[chunk] ?? 0) * nameUnit) +
      MEANING.constant * (cosine > 0 ? cosine / scores.meaning!.highest : 0) +
      NAMED_SYMBOL.constant * (named?.chunks.get(chunk) ?? 0) +
      LINE.constant * (lines?.get(chunk) ?? 0);
  }
  return values;
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
  { limit, disabled, isByFile = false }: RankOptions,
): RankedChunk[] {
  const factor = disabled.has(FILE_SATURATION.name) ? 1 : FILE_SATURATION.constant;
  const sorted = files.map((file) => ({ file, ...sortChunks(evidence, file.pool) }));
  const scores: number[] = [];
  for (const { file, order, values } of sorted) {
    const most = isByFile ? Math.min(1, order.length) : order.length;
    for (let before = 0; before < most; before++) {
      scores.push(
        file.score * (values[order[before]!]! / values[order[0]!]!) * pow(factor, before),
      );
    }
  }
  const floor = scores.length > limit ? nthLargest(Float64Array.from(scores), limit) : -Infinity;
  return sorted.flatMap(({ file, order, values }) => {
    const { firstChunk } = file.pool;
    const isHolder = holdsAny(evidence, file.pool);
    if (file.score < floor && !isHolder) return [];
    if (order.length === 0) {
      return [{ file, chunk: firstChunk, score: file.score, share: 1, before: 0, saturation: 1 }];
    }
    const ranked: RankedChunk[] = [];
    for (let before = 0; before < order.length; before++) {
      const chunk = firstChunk + order[before]!;
      const share = values[order[before]!]! / values[order[0]!]!;
      const saturation = pow(factor, before);
      const score = file.score * share * saturation;
      if (score < floor && !isHolder) break;
      if (isByFile && before > 0 && !evidence.holders?.has(chunk)) continue;
      ranked.push({ file, chunk, score, share, before, saturation });
    }
    return ranked;
  });
}

/** Returns what speaks for the chunks of a file, and the places there of those for which anything does, best first. */
function sortChunks(evidence: Evidence, pool: PoolFile) {
  const values = chunkValues(evidence, pool);
  const order: number[] = [];
  for (let i = 0; i < values.length; i++) if (values[i]! > 0) order.push(i);
  return { values, order: order.sort((a, b) => values[b]! - values[a]! || a - b) };
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
  /** In line order; the label is empty when there is none. */
  readonly chunks:
    readonly (Pick<Candidate, "startLine" | "endLine"> & { readonly label: string })[];
}

/**
 * Returns ranked chunks as what they are in their documents: the best `limit` with ties by path and line,
 * and those that hold a phrase.
 *
 * @param options.evidence The evidence that was ranked.
 * @param options.documents The documents of the chunks, by what the index knows them by.
 * @param options.explanations By number of the chunk.
 */
export function toCandidates(
  ranked: readonly RankedChunk[],
  { evidence: { isByMeaning, holders }, documents, explanations, limit }: {
    readonly evidence: Evidence;
    readonly documents: ReadonlyMap<number, RankedDocument>;
    readonly explanations?: ReadonlyMap<number, Explanation> | undefined;
    readonly limit: number;
  },
): Candidate[] {
  return ranked.flatMap(({ file, chunk, score }): Candidate[] => {
    const document = documents.get(file.pool.document);
    const place = document?.chunks[chunk - file.pool.firstChunk];
    if (document === undefined || place === undefined) return [];
    const { path, language, kind, hash: documentHash } = document;
    const { startLine, endLine, label } = place;
    const explanation = explanations?.get(chunk);
    return [{
      path,
      language,
      kind,
      documentHash,
      startLine,
      endLine,
      ...(label === "" ? {} : { symbol: label }),
      score,
      ...(isByMeaning ? { byMeaning: true } : {}),
      ...(holders?.has(chunk) ? { hasPhraseWords: true } : {}),
      ...(explanation === undefined ? {} : { explanation }),
    }];
  }).sort(compareCandidates).filter(({ hasPhraseWords }, i) => i < limit || hasPhraseWords);
}
