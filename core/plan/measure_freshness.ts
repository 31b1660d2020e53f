/**
 * Measure of the freshness of a document. It may be outdated when it names missing code, or when it
 * is old and the code around it has changed. An outdated document counts less and is shown with a
 * note, but is not omitted.
 *
 * @module
 */

/** Evidence about a document and the code around it. */
export interface FreshnessEvidence {
  /** Number of different names and paths in its code spans. */
  readonly symbols: number;
  /** Names and paths that the index does not have. */
  readonly missing: readonly string[];
  /** Days from its last change to the newest commit; absent when unknown. */
  readonly ageDays?: number;
  /** Commits to the files it refers to since its last change. */
  readonly commits: number;
  /** Share of their lines that changed since then; may be above 1. */
  readonly changedShare: number;
}

/** Reliability of a document. */
export interface Freshness {
  /** Factor of its score, from .2 to 1; one weak sign makes .7, and two make less than .5. */
  readonly value: number;
  /** Reasons for a value below 1, or unknown facts; one sentence each. */
  readonly reasons: readonly string[];
}

/** Note beside a document whose freshness is below 1. */
export const OUTDATED_NOTE =
  "This document may be outdated: where it differs, the current code is the source of truth";

/** Minimum value. The factors below do not reach it together. */
const FLOOR = 0.2;
const MOST_MISSING_FACTOR = 0.3;
const SOME_MISSING_FACTOR = 0.7;
const AGED_FACTOR = 0.7;

/** Share of missing names from which a document is about other code. */
const MOST_MISSING = 0.5;

/**
 * Number of commits, and share of changed lines, from which the code around a document counts as
 * changed.
 */
const CHANGED_COMMITS = 10;
const CHANGED_SHARE = 0.3;

/** Number of decimals of a value. Rounding makes .7 × .7 equal to .49. */
const DECIMALS = 12;

/** Maximum number of missing names in a reason. */
const MAX_LISTED_NAMES = 5;

/**
 * Returns the reliability of a document, with reasons.
 *
 * @param staleDays Number of days after which a document may be outdated.
 */
export function measureFreshness(evidence: FreshnessEvidence, staleDays: number): Freshness {
  const symbols = symbolsFactor(evidence);
  const age = ageFactor(evidence, staleDays);
  const value = Math.max(FLOOR, Number((symbols.factor * age.factor).toFixed(DECIMALS)));
  return { value, reasons: [...symbols.reasons, ...age.reasons] };
}

/** Factor with its reasons when it is not 1. */
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
