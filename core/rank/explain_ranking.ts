import { FURTHER_CHUNK_WEIGHT } from "./best_chunks.ts";
import { FIELDS, queryTermWeight } from "./bm25f.ts";
import type { Evidence, TermEvidence, TermHit } from "./evidence.ts";
import type { RankOptions } from "./analyzed_query.ts";
import { explainProduct, explainSum, explainValue, type Explanation } from "./explanation.ts";
import {
  chunkShares,
  normalizationFactor,
  type RankedChunk,
  type RankedFile,
  traitsWithNameTrust,
} from "./rank_evidence.ts";
import { CHUNKS_STEP, EVIDENCE_STEPS, MEANING_STEP, NAMED_SYMBOL_STEP } from "./file_steps.ts";
import { NAMES_CHUNKS_STEP } from "./name_steps.ts";
import { FILE_SATURATION_STEP, LINE_STEP } from "./ranking_steps.ts";
import { explainFile } from "./score_file.ts";

/**
 * Returns the explanation of the score of each ranked chunk, by the chunk's number.
 *
 * @param evidence Evidence that includes the evidence of each term.
 */
export function explainRanking(
  ranked: readonly RankedChunk[],
  evidence: Evidence,
  { query, disabled }: Pick<RankOptions, "query" | "disabled">,
): Map<number, Explanation> {
  const options = { query: traitsWithNameTrust(evidence.scores, { query, disabled }), disabled };
  const title = evidence.isMeaningOnly
    ? "score by meaning only, as it contains no word of the query"
    : "score";
  return new Map(ranked.map(({ file, chunk, score, share, betterChunks, saturation }) => {
    const details = new Map([...explainShares(evidence, file), ...explainChunks(evidence, file)]);
    const factors = [explainFile(file.evidence, options, details)];
    if (share !== 1) {
      const own = explainChunk(evidence, chunk);
      const scale = explainValue("1 / score of the best chunk of its file", share / own.value);
      factors.push(explainProduct("score relative to the best chunk of its file", [own, scale]));
    }
    if (saturation !== 1) {
      const words = FILE_SATURATION_STEP.name.replace("-", " ");
      factors.push(explainValue(`${words}: chunk ${betterChunks + 1} of its file`, saturation));
    }
    // Multiplication in another order may change the last bits.
    return [chunk, { ...explainProduct(title, factors), value: score }];
  }));
}

/**
 * Yields the explanations of the steps whose value is a score as a share of the best file's, with
 * the names of the steps.
 */
function* explainShares(
  { scores: all }: Evidence,
  { poolFile: { file } }: RankedFile,
): Generator<[step: string, tree: Explanation]> {
  for (const { name, share, scores } of EVIDENCE_STEPS) {
    const found = all[scores];
    if (share === undefined || found === undefined || found.highest <= 0) continue;
    const factors = [
      explainValue(share.score, found.scores[file]!),
      explainValue(share.unit, 1 / found.highest),
    ];
    yield [name, explainProduct("score relative to the best file", factors)];
  }
}

/**
 * Yields the explanation of the score of a file's best chunks; nothing when no chunk has a score.
 */
function* explainChunks(
  evidence: Evidence,
  file: RankedFile,
): Generator<[step: string, tree: Explanation]> {
  const [first, ...further] = listBest(evidence, file);
  if (first === undefined) return;
  const sum = explainSum("best chunks", [
    explainTerms(evidence.terms, first),
    ...further.map((other) =>
      explainProduct("next best chunk", [
        explainValue("weight", FURTHER_CHUNK_WEIGHT),
        explainValue("bm25f", evidence.wordScores[other]!),
      ])
    ),
  ]);
  const scale = explainValue("1 / score of the best file", file.evidence.shares.chunks / sum.value);
  yield [CHUNKS_STEP.name, explainProduct(CHUNKS_STEP.name, [sum, scale])];
}

/** Returns the numbers of a file's three best chunks, best first; fewer when fewer have a score. */
function listBest(
  { wordScores }: Evidence,
  { poolFile: { firstChunk, endChunk } }: RankedFile,
): number[] {
  const found: number[] = [];
  for (let chunk = firstChunk; chunk < endChunk; chunk++) {
    if (wordScores[chunk]! > 0) found.push(chunk);
  }
  return found.sort((a, b) => wordScores[b]! - wordScores[a]! || a - b).slice(0, 3);
}

/** Returns the explanation of the score of a chunk among those of its file. */
function explainChunk(evidence: Evidence, chunk: number): Explanation {
  const { names, meaning, symbol, line } = chunkShares(evidence, chunk);
  const unit = normalizationFactor(evidence.scores.chunks.highestChunk);
  return explainSum("words, meaning, names and lines", [
    explainProduct("words", [
      explainTerms(evidence.terms, chunk),
      explainValue("1 / score of the best chunk", unit),
    ]),
    ...(names === 0 ? [] : [explainProduct(NAMES_CHUNKS_STEP.name, [
      explainValue("weight", NAMES_CHUNKS_STEP.constant),
      explainValue("BM25F of the guessed names, relative to the best chunk", names),
    ])]),
    explainProduct(MEANING_STEP.name, [
      explainValue("weight", MEANING_STEP.constant),
      explainValue("cosine, relative to the best chunk", meaning),
    ]),
    explainProduct(NAMED_SYMBOL_STEP.name, [
      explainValue("weight", NAMED_SYMBOL_STEP.constant),
      explainValue("whether the query names a definition in it", symbol),
    ]),
    explainProduct(LINE_STEP.name, [
      explainValue("weight", LINE_STEP.constant),
      explainValue("how strongly the query names a line of it", line),
    ]),
  ]);
}

/** Returns the explanation of the BM25F of a chunk. */
export function explainTerms(
  terms: readonly TermEvidence[] | undefined,
  chunk: number,
): Explanation {
  return explainSum(
    "bm25f",
    (terms ?? []).flatMap((term) => {
      const hit = term.hits.get(chunk);
      return hit === undefined ? [] : [explainTerm(term, hit)];
    }),
  );
}

function explainTerm(
  { term, count, weight, chunkFrequency, chunkCount, idf, exponent }: TermEvidence,
  { counts, saturated }: TermHit,
): Explanation {
  const times = count === 1 ? "once" : `${count} times`;
  const power = exponent.toFixed(2).replace(/\.?0+$/, "");
  const frequency = FIELDS.filter((field) => counts[field] > 0)
    .map((field) => `${counts[field]} in ${field}`).join(", ");
  return explainProduct(`term "${term}"`, [
    explainValue(`occurs ${times} in the query`, queryTermWeight(count)),
    ...(weight === 1 ? [] : [explainValue("weight of its place in the query", weight)]),
    explainValue(`idf to the power of ${power}: in ${chunkFrequency} of ${chunkCount} chunks`, idf),
    explainValue(`frequency: ${frequency}`, saturated),
  ]);
}
