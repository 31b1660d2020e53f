import {
  explainFile,
  explainProduct,
  explainSum,
  explainValue,
  type Explanation,
  FURTHER_CHUNK_WEIGHT,
  type QueryTraits,
} from "@dossier/core/rank";
import type { ChunkEvidence } from "./chunk_evidence.ts";
import type { FileScores } from "./file_pool.ts";
import type { LexicalScorer, LexicalScores, ScorableTerm } from "./lexical_scorer.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";
import type { RankedChunk, RankedFile } from "./rank_chunks.ts";

/** The steps that take a score as the share of the best file's, each with what that score is. */
const SHARES: readonly (readonly [step: string, score: string, unit: string])[] = [
  ["text", "BM25 of the whole file", "one over the best file's"],
  ["subjects", "BM25 of the subjects", "one over the best file's, less in a short history"],
  ["meaning", "cosine of the best chunk", "one over the best file's"],
  ["definitions", "cosine of the names it defines", "one over the best file's"],
];

/** What {@link explainCandidates} explains from. */
export interface ExplainCandidatesOptions {
  readonly files: readonly RankedFile[];
  readonly snapshot: LexicalSnapshot;
  readonly scorer: LexicalScorer;
  readonly terms: readonly ScorableTerm[];
  readonly scores: LexicalScores;
  readonly chunkEvidence: ChunkEvidence;
  /** What the steps of {@link SHARES} go by; without an entry where there is none. */
  readonly shares: Readonly<Record<string, FileScores | undefined>>;
  readonly traits: QueryTraits;
  readonly disabled: ReadonlySet<string>;
  /** Whether no word of the query is in the tree. */
  readonly isByMeaning: boolean;
}

/** Returns for each chunk, by its number, the tree whose value is its score. */
export function explainCandidates(
  chunks: readonly RankedChunk[],
  { files, snapshot, scorer, terms, scores, chunkEvidence, shares, traits, disabled, isByMeaning }:
    ExplainCandidatesOptions,
): Map<number, Explanation> {
  const ranked = new Map(files.map((file) => [file.file, file]));
  const best = new Map(files.map(({ file }) => [file, listBest(scores.chunks, snapshot, file)]));
  const wanted = new Set(chunks.map(({ chunk }) => chunk));
  for (const [first] of best.values()) if (first !== undefined) wanted.add(first);
  const words = scorer.explain(terms, wanted);
  const title = isByMeaning ? "score by meaning alone, as no word of the query is here" : "score";
  return new Map(chunks.map(({ chunk, score, share, before, saturation }) => {
    const file = snapshot.fileOf[chunk]!;
    const { evidence } = ranked.get(file)!;
    const [first, ...further] = best.get(file)!;
    const details = new Map<string, Explanation>();
    for (const [step, score, unit] of SHARES) {
      const found = shares[step];
      if (found === undefined || found.highest <= 0) continue;
      const factors = [
        explainValue(score, found.scores[file]!),
        explainValue(unit, 1 / found.highest),
      ];
      details.set(step, explainProduct("share of the best file's", factors));
    }
    if (first !== undefined) {
      const parts = [
        words.get(first)!,
        ...further.map((other) =>
          explainProduct("next best chunk", [
            explainValue("weight", FURTHER_CHUNK_WEIGHT),
            explainValue("bm25f", scores.chunks[other]!),
          ])
        ),
      ];
      const sum = explainSum("best chunks", parts);
      const scale = explainValue("one over the best file's", evidence.chunks / sum.value);
      details.set("chunks", explainProduct("chunks", [sum, scale]));
    }
    const factors = [explainFile(evidence, { query: traits, disabled }, details)];
    if (share !== 1) {
      const own = chunkEvidence.explain(chunk, words.get(chunk)!);
      const scale = explainValue("one over the best chunk of its file", share / own.value);
      factors.push(explainProduct("share of the best chunk of its file", [own, scale]));
    }
    if (saturation !== 1) {
      factors.push(explainValue(`file saturation: chunk ${before + 1} of its file`, saturation));
    }
    // Multiplied in another order, the last bits may differ.
    return [chunk, { ...explainProduct(title, factors), value: score }];
  }));
}

/** Returns the numbers of a file's three best chunks, best first; fewer when fewer have a score. */
function listBest(
  scores: Float64Array,
  { files: { firstChunks } }: LexicalSnapshot,
  file: number,
): number[] {
  const found: number[] = [];
  for (let chunk = firstChunks[file]!; chunk < firstChunks[file + 1]!; chunk++) {
    if (scores[chunk]! > 0) found.push(chunk);
  }
  return found.sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, 3);
}
