import { isMisleading, type Outcome } from "./learn.ts";

/** An observation that misleads. */
export interface MisleadingObservation {
  readonly id: string;
  /** Failed sessions that got it, since the last accepted one; oldest first. */
  readonly sessions: readonly string[];
}

/**
 * Returns the observations that mislead, most failed sessions first, then by id; see
 * `isMisleading()`.
 */
export function findMisleading(
  steps: readonly {
    readonly subject: string;
    readonly session: string;
    readonly outcome: Outcome;
  }[],
): readonly MisleadingObservation[] {
  // Subjects of nodes and edges have a colon.
  const observed = steps.filter(({ subject }) => !subject.includes(":"));
  return [...Map.groupBy(observed, ({ subject }) => subject)].flatMap(([id, all]) => {
    if (!isMisleading(all.map(({ outcome }) => outcome))) return [];
    const since = all.findLastIndex(({ outcome }) => outcome === "accepted") + 1;
    return { id, sessions: all.slice(since).map(({ session }) => session) };
  }).toSorted((a, b) => b.sessions.length - a.sessions.length || (a.id < b.id ? -1 : 1));
}
