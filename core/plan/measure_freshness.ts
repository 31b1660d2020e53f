/**
 * Measures whether a document may be out of date: it names code that is gone, or it is old and the code
 * around it has changed. Such a document counts less and is shown with a note, but is not left out.
 *
 * @module
 */

/** Evidence about a document and the code around it. */
export interface FreshnessEvidence {
  /** Number of different names and paths in its code spans. */
  readonly symbols: number;
  /** Those of them that the index does not have. */
  readonly missing: readonly string[];
  /** Days from its last change to the newest commit; absent when unknown. */
  readonly ageDays?: number;
  /** Commits to the files it refers to since its last change. */
  readonly commits: number;
  /** Share of their lines that changed since then; may be above 1. */
  readonly changedShare: number;
}

/** How far a document can be relied on. */
export interface Freshness {
  /** Factor of its score, from .2 to 1; one weak sign makes .7, and two less than .5. */
  readonly value: number;
  /** Why it is below 1, or what is unknown; one sentence each. */
  readonly reasons: readonly string[];
}

/** The note beside a document whose freshness is below 1. */
export const OUTDATED_NOTE =
  "This document may be outdated: where it differs, the current code is the source of truth";

/** Lowest value. The factors below do not reach it together. */
const FLOOR = 0.2;
const MOST_MISSING_FACTOR = 0.3;
const SOME_MISSING_FACTOR = 0.7;
const AGED_FACTOR = 0.7;

/** From this share of missing names on, a document is about other code. */
const MOST_MISSING = 0.5;

/** The code around a document has changed from this many commits, or this share of lines, on. */
const CHANGED_COMMITS = 10;
const CHANGED_SHARE = 0.3;

/** Decimals of a value. Rounding makes .7 × .7 equal to .49. */
const DECIMALS = 12;

/** Most missing names in a reason. */
const MAX_LISTED_NAMES = 5;

/**
 * Returns how far a document can be relied on, with reasons.
 *
 * @param staleDays Days after which a document may be out of date.
 */
export function measureFreshness(evidence: FreshnessEvidence, staleDays: number): Freshness {
  const symbols = symbolsFactor(evidence);
  const age = ageFactor(evidence, staleDays);
  const value = Math.max(FLOOR, Number((symbols.factor * age.factor).toFixed(DECIMALS)));
  return { value, reasons: [...symbols.reasons, ...age.reasons] };
}

/** A factor, and the reasons when it is not 1. */
interface Factor {
  readonly factor: number;
  readonly reasons: readonly string[];
}

const NO_FACTOR: Factor = { factor: 1, reasons: [] };

function symbolsFactor({ symbols, missing }: FreshnessEvidence): Factor {
  if (symbols === 0 || missing.length === 0) return NO_FACTOR;
  const listed = missing.slice(0, MAX_LISTED_NAMES).map((name) => `"${name}"`).join(", ");
  const more = missing.length > MAX_LISTED_NAMES
    ? ` and ${missing.length - MAX_LISTED_NAMES} more`
    : "";
  const verb = missing.length === 1 ? "is" : "are";
  const names = symbols === 1 ? "name" : "names";
  return {
    factor: missing.length / symbols >= MOST_MISSING ? MOST_MISSING_FACTOR : SOME_MISSING_FACTOR,
    reasons: [`${missing.length} of ${symbols} ${names} ${verb} not in the code: ${listed}${more}`],
  };
}

function ageFactor(
  { ageDays, commits, changedShare }: FreshnessEvidence,
  staleDays: number,
): Factor {
  if (ageDays === undefined) {
    return { factor: 1, reasons: ["The date of its last change is unknown"] };
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
