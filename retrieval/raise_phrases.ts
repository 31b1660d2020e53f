import type { Candidate, WeightedPhrase } from "@dossier/core";
import type { Exclusions } from "@dossier/core/exclude";
import { findPhrase } from "@dossier/core/query";
import {
  compareCandidates,
  explainProduct,
  explainSum,
  explainValue,
  RANKING,
} from "@dossier/core/rank";
import { readSources } from "./read_sources.ts";
import { PHRASE } from "./search/read_phrases.ts";

/**
 * Chunks that may be raised. The index holds no places of words, so that phrases are looked for in the
 * files of these: what has all words of a phrase side by side is among the best by its words.
 */
export const PHRASE_CANDIDATES = 100;

/** Files that are read for it at most. */
const MAX_FILES = 50;

/** A line of a file on which a phrase begins. */
interface PhrasePlace {
  /** 1-based. */
  readonly line: number;
  readonly weight: number;
}

/**
 * Returns the candidates in a new order: what holds a phrase of the query has a score that is higher by
 * the step's constant times the phrase's weight. Of a phrase that goes on in the next chunk it is the
 * one in which it begins.
 *
 * @param candidates Best first.
 */
export async function raisePhrases(
  candidates: readonly Candidate[],
  phrases: readonly WeightedPhrase[],
  { root, exclusions }: { readonly root: string; readonly exclusions: Exclusions },
): Promise<readonly Candidate[]> {
  const raisable = candidates.slice(0, PHRASE_CANDIDATES);
  const files = [...new Map(raisable.map((candidate) => [candidate.path, candidate])).values()];
  const sources = await readSources(files.slice(0, MAX_FILES), { root, exclusions });
  const places = new Map<string, readonly PhrasePlace[]>();
  for (const [path, source] of sources) {
    const lines = source?.lines ?? [];
    places.set(
      path,
      phrases.flatMap(({ text, weight }) =>
        findPhrase(text, lines).map((index) => ({ line: index + 1, weight }))
      ),
    );
  }
  const raised = raisable.map((candidate) => raise(candidate, places.get(candidate.path) ?? []));
  return [...raised, ...candidates.slice(PHRASE_CANDIDATES)].sort(compareCandidates);
}

function raise(candidate: Candidate, places: readonly PhrasePlace[]): Candidate {
  const { startLine, endLine, explanation } = candidate;
  const held = places.filter(({ line }) => startLine <= line && line <= endLine)
    .reduce((best, { weight }) => Math.max(best, weight), 0);
  if (held === 0) return candidate;
  const constant = RANKING.find(({ name }) => name === PHRASE)!.constant;
  const score = candidate.score + constant * held;
  if (explanation === undefined) return { ...candidate, score };
  const phrase = explainProduct(PHRASE, [
    explainValue("weight", constant),
    explainValue("holds what the query quotes", held),
  ]);
  return {
    ...candidate,
    score,
    explanation: { ...explainSum("score", [explanation, phrase]), value: score },
  };
}
