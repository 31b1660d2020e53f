import type { Omission, OmissionReason } from "../pack/bundle.ts";

/** Numbers of the omissions of a bundle. */
export interface OmissionSummary {
  readonly count: number;
  /** Cost of all of them. */
  readonly tokens: number;
  /** Each reason with its number, such as `"budget 3, duplicate 1"`, by first occurrence. */
  readonly reasons: string;
}

/** Returns the number, cost and reasons of all omissions. */
export function summariseOmissions(omitted: readonly Omission[]): OmissionSummary {
  const counts = new Map<OmissionReason, number>();
  for (const { reason } of omitted) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return {
    count: omitted.length,
    tokens: omitted.reduce((total, { tokens }) => total + tokens, 0),
    reasons: [...counts].map(([reason, count]) => `${reason} ${count}`).join(", "),
  };
}
