import type { QueryReading } from "./query_reading.ts";
import type { RankingStep } from "./ranking_step.ts";

/**
 * Share of the guessed names from which on they count in full. Of ten names that are guessed for a question the tree
 * has three to ten, and mostly seven or eight; of ten that are guessed for another tree none to three.
 */
const TRUSTED_SHARE = 0.5;

/**
 * Returns how much guessed names count, from 0 to 1: in full when the tree has half of them, and in proportion when it
 * has fewer. Who guesses right mostly guesses several names right, and the pieces of names that are nowhere lead
 * anywhere.
 *
 * @param matched How many of the names the tree has.
 */
export function trustOfNames(matched: number, all: number): number {
  return all === 0 ? 0 : Math.min(1, matched / all / TRUSTED_SHARE);
}

/** Returns how much guessed names count for a query by some steps: nothing where all those of names are left out. */
export function nameTrustOf(
  { nameTerms, nameTrust = 1 }: Pick<QueryReading, "nameTerms" | "nameTrust">,
  { steps, disabled }: {
    readonly steps: readonly Pick<RankingStep, "name" | "of">[];
    readonly disabled: ReadonlySet<string>;
  },
): number {
  const isOff = steps.every(({ name, of }) => of !== "names" || disabled.has(name));
  return nameTerms === undefined || isOff ? 0 : nameTrust;
}
