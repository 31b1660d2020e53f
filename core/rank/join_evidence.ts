import type { Evidence, EvidenceScores, FileScores } from "./evidence.ts";

/**
 * Returns what several indexes say of one query on one scale: what is a share of the best of an index becomes a share of
 * the best of all. What is proposed for its meaning alone stays only where no index has a word of the query.
 *
 * The raw numbers must be comparable: words by the statistics of all indexes, vectors of one model.
 *
 * @param models Of each index the model that the query was compared by; cosines of different ones are not compared.
 */
export function joinEvidence(
  all: readonly Evidence[],
  models: readonly (string | undefined)[] = [],
): readonly Evidence[] {
  const isByMeaning = all.every((one) => one.isByMeaning);
  return all.map((evidence, at) => {
    const others = (name: keyof EvidenceScores) =>
      all.filter((_, other) => !MODEL_SCORES.has(name) || models[other] === models[at])
        .flatMap(({ scores }) => scores[name] ?? []);
    const scores = Object.fromEntries(
      Object.entries(evidence.scores).map(([name, own]) => [
        name,
        own && raise(own, others(name as keyof EvidenceScores)),
      ]),
    ) as unknown as EvidenceScores;
    const pool = evidence.isByMeaning === isByMeaning ? evidence.pool : [];
    return { ...evidence, pool, scores, isByMeaning };
  });
}

/** Scores that are cosines. */
const MODEL_SCORES: ReadonlySet<keyof EvidenceScores> = new Set(["meaning", "definitions"]);

/** Returns scores whose highest are those of all. */
function raise<Scores extends FileScores & { readonly highestChunk?: number }>(
  own: Scores,
  all: readonly Scores[],
): Scores {
  const highest = all.reduce((most, one) => Math.max(most, one.highest), own.highest);
  if (own.highestChunk === undefined) return { ...own, highest };
  const highestChunk = all.reduce((most, one) => Math.max(most, one.highestChunk ?? 0), 0);
  return { ...own, highest, highestChunk };
}
