/**
 * Whether what a document says may have been overtaken by the code: names that it has and the tree no
 * longer has, and age where the code around it changed. Such a document counts less and is shown with
 * a note; it is never left out for that.
 *
 * @module
 */

/** What is known of a document and the code around it. */
export interface FreshnessEvidence {
  /** How many different names and paths its code spans have. */
  readonly symbols: number;
  /** Those of them that the index of the code does not have. */
  readonly missing: readonly string[];
  /** Days from its last change to the newest commit; absent when nobody knows. */
  readonly ageDays?: number;
  /** Commits to the files it refers to since its last change. */
  readonly commits: number;
  /** Share of their lines that changed since then; may pass 1. */
  readonly changedShare: number;
}

/** Whether the code may have gone on without the document. */
export type FreshnessLabel = "fresh" | "borderline" | "stale";

/** How far a document can be relied on. */
export interface Freshness {
  /** From .2 to 1: what its score is multiplied by. */
  readonly value: number;
  /** `fresh` at 1, `stale` below .5, `borderline` in between. */
  readonly label: FreshnessLabel;
  /** The part of the names: 1, .7 or .3. */
  readonly symbols: number;
  /** The part of the age: 1 or .7. */
  readonly age: number;
  /** What speaks against it or could not be told, one sentence each. */
  readonly reasons: readonly string[];
}

/** The note that stands with a document whose freshness is below 1. */
export const OUTDATED_NOTE =
  "This document may be outdated: where it differs, the current code is the source of truth";

/** Guards the score against custom factors: the two below alone do not reach it. */
const FLOOR = 0.2;
const MOST_MISSING_FACTOR = 0.3;
const SOME_MISSING_FACTOR = 0.7;
const AGED_FACTOR = 0.7;

/** Share of missing names from which on a document speaks of other code. */
const MOST_MISSING = 0.5;

/** From so many commits on, or such a share of lines, the code around a document has changed. */
const CHANGED_COMMITS = 10;
const CHANGED_SHARE = 0.3;

/** Decimals that a value is rounded to, so that .7 × .7 is .49. */
const DECIMALS = 12;

/** Below this value a document is stale: one weak sign is not enough, two are. */
const STALE_BELOW = 0.5;

/** Missing names that a reason tells. */
const TOLD_NAMES = 5;

/**
 * Returns how far a document can be relied on, and why no further.
 *
 * @param evidence What was found in the tree and its history.
 * @param staleDays Days after which a document may be out of date.
 *
 * @example
 * ```ts
 * import { measureFreshness } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const changes = { ageDays: 10, commits: 0, changedShare: 0 };
 * const { value, label, reasons } = measureFreshness(
 *   { symbols: 4, missing: ["openStore"], ...changes },
 *   90,
 * );
 * assert.deepEqual([value, label], [0.7, "borderline"]);
 * assert.deepEqual(reasons, ['1 of 4 names is not in the code: "openStore"']);
 * ```
 */
export function measureFreshness(evidence: FreshnessEvidence, staleDays: number): Freshness {
  const symbols = symbolsFactor(evidence);
  const age = ageFactor(evidence, staleDays);
  const value = Math.max(FLOOR, Number((symbols.factor * age.factor).toFixed(DECIMALS)));
  return {
    value,
    label: value === 1 ? "fresh" : value < STALE_BELOW ? "stale" : "borderline",
    symbols: symbols.factor,
    age: age.factor,
    reasons: [...symbols.reasons, ...age.reasons],
  };
}

/** What to multiply by, and why that is not 1. */
interface Factor {
  readonly factor: number;
  readonly reasons: readonly string[];
}

const NO_FACTOR: Factor = { factor: 1, reasons: [] };

function symbolsFactor({ symbols, missing }: FreshnessEvidence): Factor {
  if (symbols === 0 || missing.length === 0) return NO_FACTOR;
  const told = missing.slice(0, TOLD_NAMES).map((name) => `"${name}"`).join(", ");
  const more = missing.length > TOLD_NAMES ? ` and ${missing.length - TOLD_NAMES} more` : "";
  const verb = missing.length === 1 ? "is" : "are";
  const names = symbols === 1 ? "name" : "names";
  return {
    factor: missing.length / symbols >= MOST_MISSING ? MOST_MISSING_FACTOR : SOME_MISSING_FACTOR,
    reasons: [`${missing.length} of ${symbols} ${names} ${verb} not in the code: ${told}${more}`],
  };
}

function ageFactor(
  { ageDays, commits, changedShare }: FreshnessEvidence,
  staleDays: number,
): Factor {
  if (ageDays === undefined) {
    return { factor: 1, reasons: ["The date of its last change is not known"] };
  }
  const changed = commits >= CHANGED_COMMITS || changedShare >= CHANGED_SHARE;
  if (ageDays <= staleDays || !changed) return NO_FACTOR;
  const what = commits >= CHANGED_COMMITS
    ? `${commits} commits`
    : `${Math.round(100 * changedShare)} % of the lines`;
  return {
    factor: AGED_FACTOR,
    reasons: [
      `Last changed ${Math.floor(ageDays)} days ago, and ${what} of the files it refers to ` +
      "changed since",
    ],
  };
}
