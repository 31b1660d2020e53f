import type { Evidence, EvidenceScores, FileScores } from "./evidence.ts";

/**
 * Returns the evidence of several indexes for one query on one scale. Scores relative to the best
 * score of one index become relative to the best score of all indexes. Files that are proposed for
 * their meaning alone remain only when no index has a word of the query.
 *
 * The raw numbers must be comparable: words by the statistics of all indexes, vectors of one model.
 *
 * @param models Model of the query vector for each index; cosines of different models are not
 * compared.
 */
export function joinEvidence(
  all: readonly Evidence[],
  models: readonly (string | undefined)[] = [],
): readonly Evidence[] {
  const isMeaningOnly = all.every((one) => one.isMeaningOnly);
  return all.map((evidence, at) => {
    const others = (name: keyof EvidenceScores) =>
      all.filter((_, other) => !MODEL_SCORES.has(name) || models[other] === models[at])
        .flatMap(({ scores }) => scores[name] ?? []);
    const scores = Object.fromEntries(
      Object.entries(evidence.scores).map(([name, own]) => [
        name,
        own && raiseHighest(own, others(name as keyof EvidenceScores)),
      ]),
    ) as unknown as EvidenceScores;
    const pool = evidence.isMeaningOnly === isMeaningOnly ? evidence.pool : [];
    return { ...evidence, pool, scores, isMeaningOnly };
  });
}

/** Scores that are cosines. */
const MODEL_SCORES: ReadonlySet<keyof EvidenceScores> = new Set(["meaning", "definitions"]);

/** Returns scores with the highest values of all. */
function raiseHighest<Scores extends FileScores & { readonly highestChunk?: number }>(
  own: Scores,
  all: readonly Scores[],
): Scores {
  const highest = all.reduce((most, one) => Math.max(most, one.highest), own.highest);
  if (own.highestChunk === undefined) return { ...own, highest };
  const highestChunk = all.reduce((most, one) => Math.max(most, one.highestChunk ?? 0), 0);
  return { ...own, highest, highestChunk };
}
