import type { Omission, OmissionReason } from "../pack/bundle.ts";

/** The omissions of a bundle in numbers. */
export interface OmissionSummary {
  /** How many ranges are left out. */
  readonly count: number;
  /** What all of them would have cost. */
  readonly tokens: number;
  /** Reasons with how often each occurs, such as `"budget 3, duplicate 1"`; by first occurrence. */
  readonly reasons: string;
}

/** Returns how many ranges are left out, at what cost and why. */
export function summariseOmissions(omitted: readonly Omission[]): OmissionSummary {
  const counts = new Map<OmissionReason, number>();
  for (const { reason } of omitted) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return {
    count: omitted.length,
    tokens: omitted.reduce((total, { tokens }) => total + tokens, 0),
    reasons: [...counts].map(([reason, count]) => `${reason} ${count}`).join(", "),
  };
}
