import { pow } from "../math/mod.ts";
import { type Candidate, compareCandidates } from "./candidate.ts";
import { nthLargest, shareOfHighest } from "./choose_pool.ts";
import type { Evidence, PoolFile } from "./evidence.ts";
import type { AnalyzedQuery, QueryTraits, RankOptions } from "./analyzed_query.ts";
import type { Explanation } from "./explanation.ts";
import { requestedKinds } from "./path_kind.ts";
import {
  EVIDENCE_STEPS,
  type FileEvidence,
  type FileScore,
  MEANING_STEP,
  NAMED_SYMBOL_STEP,
} from "./file_steps.ts";
import { NAMES_CHUNKS_STEP } from "./name_steps.ts";
import { effectiveNameTrust } from "./name_trust.ts";
import { FILE_SATURATION_STEP, LINE_STEP } from "./ranking_steps.ts";
import { scoreFile } from "./score_file.ts";
import { verbosity } from "./verbosity.ts";

/** File of the pool with the score that the steps compute from the evidence. */
export interface RankedFile {
  readonly poolFile: PoolFile;
  readonly evidence: FileEvidence;
  readonly score: number;
}

/** Chunk with its final score. */
export interface RankedChunk {
  readonly file: RankedFile;
  /** Its number in the evidence. */
  readonly chunk: number;
  /** The file's score times {@link share} and {@link saturation}. */
  readonly score: number;
  /** Evidence for the chunk as a share of the evidence for the file's best chunk. */
  readonly share: number;
  /** Number of better chunks of its file. */
  readonly betterChunks: number;
  /** Factor of the saturation step for {@link betterChunks}; 1 when the step is disabled. */
  readonly saturation: number;
}

/** Returns the traits of a query as a whole that the ranking uses. */
export function queryTraits(
  { terms, asksForDocuments = false }: Pick<AnalyzedQuery, "terms" | "asksForDocuments">,
): QueryTraits {
  // Only the title of an issue states the request. The long text below contains words for most
  // kinds by chance.
  const heaviest = terms.reduce((most, { weight = 1 }) => Math.max(most, weight), 0);
  const heaviestTerms = terms.filter(({ weight = 1 }) => weight === heaviest);
  const kinds = requestedKinds(heaviestTerms.map(({ term }) => term));
  return {
    verbosity: verbosity(countWords(terms)),
    requestedKinds: asksForDocuments ? new Set([...kinds, "document"]) : kinds,
  };
}

/**
 * Returns the traits of a query whose evidence is gathered, with the trust in names that the index
 * has.
 */
export function traitsWithNameTrust(
  { names }: Pick<Evidence["scores"], "names">,
  { query, disabled }: Pick<RankOptions, "query" | "disabled">,
): QueryTraits {
  const nameTrust = names === undefined
    ? 0
    : effectiveNameTrust(query, { steps: EVIDENCE_STEPS, disabled });
  return { ...queryTraits(query), nameTrust };
}

/** Returns the number of words of a query, without pieces of longer words. */
export function countWords(terms: AnalyzedQuery["terms"]): number {
  return terms.filter(({ isPart }) => !isPart).length;
}

/**
 * Returns the best `limit` chunks, all chunks that equal the last of them, and those with a phrase,
 * best first. The paths decide between equals later: see {@link toCandidates}.
 */
export function rankEvidence(evidence: Evidence, options: RankOptions): RankedChunk[] {
  const { limit } = options;
  const holders = evidence.phraseChunks ?? new Set();
  const sorted = rankChunks(rankFiles(evidence, options), evidence, options)
    .sort((a, b) => b.score - a.score);
  const lowest = sorted[Math.min(limit, sorted.length) - 1]?.score ?? 0;
  return sorted.filter(({ chunk, score }) => score >= lowest || holders.has(chunk));
}

/** Returns the files of the pool with evidence, each with its score. */
function rankFiles({ pool, scores }: Evidence, { query, disabled }: RankOptions): RankedFile[] {
  const traits = traitsWithNameTrust(scores, { query, disabled });
  return pool.map((file): RankedFile => {
    const shares = {} as Record<FileScore, number>;
    for (const { scores: kind } of EVIDENCE_STEPS) {
      shares[kind] = shareOfHighest(scores[kind], file.file);
    }
    const evidence = { shares, kinds: file.kinds, isDocument: file.kind === "document" };
    return { poolFile: file, evidence, score: scoreFile(evidence, { query: traits, disabled }) };
  })
    // With disabled steps a file may have no evidence.
    .filter(({ score }) => score > 0);
}

/**
 * Returns the evidence for a chunk among those of its file, in parts that add up with their
 * weights.
 */
export function chunkShares(
  { wordScores, nameScores, scores, cosines, namedSymbols, lineScores }: Evidence,
  chunk: number,
): Readonly<Record<"words" | "names" | "meaning" | "symbol" | "line", number>> {
  const cosine = cosines?.[chunk] ?? 0;
  return {
    /** Its BM25F as the share of the best chunk's. */
    words: wordScores[chunk]! * normalizationFactor(scores.chunks.highestChunk),
    /** Its BM25F by guessed names, likewise. */
    names: (nameScores?.[chunk] ?? 0) * normalizationFactor(scores.names?.highestChunk ?? 0),
    /** Its cosine as the share of the best chunk's; NaN counts as none. */
    meaning: cosine > 0 ? cosine / scores.meaning!.highest : 0,
    /** 1 when it defines a symbol of the query. */
    symbol: namedSymbols?.chunks.get(chunk) ?? 0,
    /** Strength with which the query names a line of it. */
    line: lineScores?.get(chunk) ?? 0,
  };
}

/** Returns the factor that turns scores into shares of the highest. */
export function normalizationFactor(highest: number): number {
  return highest === 0 ? 0 : 1 / highest;
}

/** Returns the weighted sum of the {@link chunkShares} of some chunks, one after another. */
function sumChunkShares(evidence: Evidence, { firstChunk, endChunk }: PoolFile): Float64Array {
  const { wordScores, nameScores, scores, cosines, namedSymbols, lineScores } = evidence;
  const wordUnit = normalizationFactor(scores.chunks.highestChunk);
  const nameUnit = normalizationFactor(scores.names?.highestChunk ?? 0);
  const values = new Float64Array(endChunk - firstChunk);
  for (let chunk = firstChunk; chunk < endChunk; chunk++) {
    const cosine = cosines?.[chunk] ?? 0;
    // The same as chunkShares(), without an object for each chunk.
    values[chunk - firstChunk] = wordScores[chunk]! * wordUnit +
      NAMES_CHUNKS_STEP.constant * ((nameScores?.[chunk] ?? 0) * nameUnit) +
      MEANING_STEP.constant * (cosine > 0 ? cosine / scores.meaning!.highest : 0) +
      NAMED_SYMBOL_STEP.constant * (namedSymbols?.chunks.get(chunk) ?? 0) +
      LINE_STEP.constant * (lineScores?.get(chunk) ?? 0);
  }
  return values;
}

/**
 * Returns the chunks of the files. The best chunk of each file has its file's score, and each
 * further one a lower score, as another file is worth more than a second chunk of the same file. Of
 * two equal chunks of one file the earlier one is better. A file without a word of the query is
 * represented by its beginning.
 *
 * Chunks that are surely not among the best `limit`, nor equal to the last of them, are left out.
 */
function rankChunks(
  files: readonly RankedFile[],
  evidence: Evidence,
  { limit, disabled, isByFile = false }: RankOptions,
): RankedChunk[] {
  const factor = disabled.has(FILE_SATURATION_STEP.name) ? 1 : FILE_SATURATION_STEP.constant;
  const sorted = files.map((file) => ({ file, ...sortChunks(evidence, file.poolFile) }));
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
    const { firstChunk } = file.poolFile;
    const isHolder = hasPhraseChunk(evidence, file.poolFile);
    if (file.score < floor && !isHolder) return [];
    if (order.length === 0) {
      return [{
        file,
        chunk: firstChunk,
        score: file.score,
        share: 1,
        betterChunks: 0,
        saturation: 1,
      }];
    }
    const ranked: RankedChunk[] = [];
    for (let before = 0; before < order.length; before++) {
      const chunk = firstChunk + order[before]!;
      const share = values[order[before]!]! / values[order[0]!]!;
      const saturation = pow(factor, before);
      const score = file.score * share * saturation;
      if (score < floor && !isHolder) break;
      if (isByFile && before > 0 && !evidence.phraseChunks?.has(chunk)) continue;
      ranked.push({ file, chunk, score, share, betterChunks: before, saturation });
    }
    return ranked;
  });
}

/**
 * Returns the evidence for the chunks of a file, and the indexes of the chunks with any, best
 * first.
 */
function sortChunks(evidence: Evidence, pool: PoolFile) {
  const values = sumChunkShares(evidence, pool);
  const order: number[] = [];
  for (let i = 0; i < values.length; i++) if (values[i]! > 0) order.push(i);
  return { values, order: order.sort((a, b) => values[b]! - values[a]! || a - b) };
}

/** Returns true when a chunk of a file has all words of a phrase. */
function hasPhraseChunk({ phraseChunks }: Evidence, { firstChunk, endChunk }: PoolFile): boolean {
  if (phraseChunks === undefined) return false;
  for (let chunk = firstChunk; chunk < endChunk; chunk++) if (phraseChunks.has(chunk)) return true;
  return false;
}

/** Document with the lines and names of its chunks. */
export interface RankedDocument extends Pick<Candidate, "path" | "language" | "kind"> {
  /** Content hash. */
  readonly hash: string;
  /** Chunks in line order; the label is empty when there is none. */
  readonly chunks:
    readonly (Pick<Candidate, "startLine" | "endLine"> & { readonly label: string })[];
}

/**
 * Returns ranked chunks with their paths and lines: the best `limit`, ties ordered by path and
 * line, and those with a phrase.
 *
 * @param options.evidence The ranked evidence.
 * @param options.documents Documents of the chunks, by their numbers in the index.
 * @param options.explanations Explanations by the number of the chunk.
 */
export function toCandidates(
  ranked: readonly RankedChunk[],
  { evidence: { isMeaningOnly, phraseChunks }, documents, explanations, limit }: {
    readonly evidence: Evidence;
    readonly documents: ReadonlyMap<number, RankedDocument>;
    readonly explanations?: ReadonlyMap<number, Explanation> | undefined;
    readonly limit: number;
  },
): Candidate[] {
  return ranked.flatMap(({ file, chunk, score }): Candidate[] => {
    const document = documents.get(file.poolFile.document);
    const lines = document?.chunks[chunk - file.poolFile.firstChunk];
    if (document === undefined || lines === undefined) return [];
    const { path, language, kind, hash: documentHash } = document;
    const { startLine, endLine, label } = lines;
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
      ...(isMeaningOnly ? { byMeaning: true } : {}),
      ...(phraseChunks?.has(chunk) ? { hasPhraseWords: true } : {}),
      ...(explanation === undefined ? {} : { explanation }),
    }];
  }).sort(compareCandidates).filter(({ hasPhraseWords }, i) => i < limit || hasPhraseWords);
}
