import type { Candidate, WeightedPhrase } from "@dossier/core";
import { findPhrase } from "@dossier/core/query";
import {
  compareCandidates,
  explainProduct,
  explainSum,
  explainValue,
  PHRASE_STEP,
} from "@dossier/core/rank";
import { readSources, type SourceTree } from "../tree/mod.ts";

/**
 * Maximum number of candidates whose files are searched for a phrase. This is done when no
 * candidate with all words of the phrase contains it, because the phrase may continue in the next
 * chunk. The index has no positions of words.
 */
export const PHRASE_CANDIDATES = 100;

/**
 * Maximum number of files that are read for phrases. It applies twice: to candidates with all
 * words, and to the others.
 */
const MAX_FILES = 50;

/** Line of a file on which a phrase begins, 1-based. */
interface PhraseOccurrence {
  readonly line: number;
  readonly weight: number;
}

/**
 * Returns the candidates in a new order. A candidate with a phrase of the query gets a higher
 * score: the constant of the step, times the weight of the phrase, times the best score without the
 * step. So it comes before all candidates without one. A phrase that continues in the next chunk
 * counts for the chunk in which it begins.
 *
 * @param candidates Best first.
 * @param highest Best score without the step.
 */
export async function boostPhrases(
  candidates: readonly Candidate[],
  phrases: readonly WeightedPhrase[],
  tree: SourceTree,
  highest = candidates[0]?.score ?? 0,
): Promise<readonly Candidate[]> {
  let raised = candidates;
  for (
    const looked of [
      candidates.filter(({ hasPhraseWords }) => hasPhraseWords),
      candidates.slice(0, PHRASE_CANDIDATES),
    ]
  ) {
    const places = await findOccurrences(looked, phrases, tree);
    raised = candidates.map(({ hasPhraseWords: _, ...candidate }) =>
      boost(candidate, places.get(candidate.path) ?? [], highest)
    );
    if (raised.some(({ score }, i) => score > candidates[i]!.score)) break;
  }
  return raised.toSorted(compareCandidates);
}

/** Returns the lines on which phrases begin in the files of candidates, by path. */
async function findOccurrences(
  candidates: readonly Candidate[],
  phrases: readonly WeightedPhrase[],
  tree: SourceTree,
): Promise<ReadonlyMap<string, readonly PhraseOccurrence[]>> {
  const files = [...new Map(candidates.map((candidate) => [candidate.path, candidate])).values()];
  const sources = await readSources(files.slice(0, MAX_FILES), tree);
  return new Map([...sources].map(([path, source]) => {
    const lines = source?.lines ?? [];
    const found = phrases.flatMap(({ text, weight }) =>
      findPhrase(text, lines).map((index) => ({ line: index + 1, weight }))
    );
    return [path, found];
  }));
}

/** @param highest Best score of a candidate without the step. */
function boost(
  candidate: Candidate,
  places: readonly PhraseOccurrence[],
  highest: number,
): Candidate {
  const { startLine, endLine, explanation } = candidate;
  const held = places.filter(({ line }) => startLine <= line && line <= endLine)
    .reduce((best, { weight }) => Math.max(best, weight), 0);
  if (held === 0) return candidate;
  const { name, constant } = PHRASE_STEP;
  const score = candidate.score + constant * held * highest;
  if (explanation === undefined) return { ...candidate, score };
  const phrase = explainProduct(name, [
    explainValue("weight", constant),
    explainValue("contains text that the query quotes", held),
    explainValue("best score without this step", highest),
  ]);
  return {
    ...candidate,
    score,
    explanation: { ...explainSum("score", [explanation, phrase]), value: score },
  };
}
