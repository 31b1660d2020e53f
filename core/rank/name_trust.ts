import { NAMES_CHUNKS, NAMES_TEXT } from "./name_steps.ts";
import type { QueryReading } from "./evidence.ts";

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

/** Returns how much guessed names count for files: nothing where their steps are left out. */
export function fileNameTrust(
  { nameTerms, nameTrust = 1 }: Pick<QueryReading, "nameTerms" | "nameTrust">,
  disabled: ReadonlySet<string>,
): number {
  const isOff = disabled.has(NAMES_CHUNKS.name) && disabled.has(NAMES_TEXT.name);
  return nameTerms === undefined || isOff ? 0 : nameTrust;
}
