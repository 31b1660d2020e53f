/** How much a finding matters: from nothing to do, to something that stands in the way. */
export type FindingLevel = "ok" | "note" | "warning" | "problem";

/** One thing that a check has found. */
export interface Finding {
  /** How much it matters. */
  readonly level: FindingLevel;
  /** What it is: a sentence without a final period. */
  readonly message: string;
  /** What mends it, as a command where there is one. */
  readonly mend?: string;
}

/** A finding and the check that it is of. */
export interface CheckedFinding extends Finding {
  /** Name of the check. */
  readonly check: string;
}
