import { pow } from "@dossier/core/math";
import type { Observation } from "./observation.ts";

/**
 * Half-life of an observation's score, in days. Source: the reference scorer of the original
 * specification.
 */
const HALF_LIFE_DAYS = 7;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Factor of a stated observation over one that rules found. Source: the reference scorer of the
 * original specification.
 */
const EXPLICIT_FACTOR = 1.5;

/** Factor of a session's summary. Source: the reference scorer of the original specification. */
const SUMMARY_FACTOR = 2;

/** Characters that separate words: no letters, marks or digits. */
const SEPARATOR_REGEXP = /[^\p{L}\p{M}\p{N}]+/u;

/** The fields of an observation that the reference scorer reads. */
export type ScoredObservation = Pick<
  Observation,
  "content" | "kind" | "origin" | "weight" | "createdAt"
>;

/**
 * Returns the relevance of an observation for a query, by words alone: the share of the words of
 * the query that it has, halved for each week of its age, times its weight. Higher is better; 0
 * when it has no word of the query.
 *
 * A word matches when it contains one of the observation, or is contained in one. An empty query
 * matches everything.
 *
 * @param now Milliseconds since 1970. An observation from the future has no age.
 */
export function scoreByKeywords(
  { content, kind, origin, weight, createdAt }: ScoredObservation,
  query: string,
  now: number,
): number {
  const ageDays = Math.max(0, now - createdAt) / DAY_MS;
  const decay = pow(0.5, ageDays / HALF_LIFE_DAYS);
  const multiplier = weight * (origin === "explicit" ? EXPLICIT_FACTOR : 1) *
    (kind === "summary" ? SUMMARY_FACTOR : 1);
  return measureSharedWords(splitKeywords(query), splitKeywords(content)) * decay * multiplier;
}

/** Returns the words of a text in lower case that have more than one character, in order. */
function splitKeywords(text: string): readonly string[] {
  return text.toLowerCase().split(SEPARATOR_REGEXP).filter((word) => word.length > 1);
}

function measureSharedWords(queryWords: readonly string[], words: readonly string[]): number {
  if (queryWords.length === 0) return 1;
  const matched = queryWords.filter((one) =>
    words.some((word) => word.includes(one) || one.includes(word))
  );
  return matched.length / queryWords.length;
}
