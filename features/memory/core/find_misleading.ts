import { isMisleading, type Outcome } from "./learn.ts";

/** An observation that misleads. */
export interface MisleadingObservation {
  readonly id: string;
  /** Sessions that were given it and failed, since the last one that was accepted; oldest first. */
  readonly sessions: readonly string[];
}

/** Returns the observations that mislead, most failed sessions first, then by id; see `isMisleading()`. */
export function findMisleading(
  steps: readonly {
    readonly subject: string;
    readonly session: string;
    readonly outcome: Outcome;
  }[],
): readonly MisleadingObservation[] {
  // Steps of nodes and edges have subjects with a colon.
  const observed = steps.filter(({ subject }) => !subject.includes(":"));
  return [...Map.groupBy(observed, ({ subject }) => subject)].flatMap(([id, all]) => {
    if (!isMisleading(all.map(({ outcome }) => outcome))) return [];
    const since = all.findLastIndex(({ outcome }) => outcome === "accepted") + 1;
    return { id, sessions: all.slice(since).map(({ session }) => session) };
  }).toSorted((a, b) => b.sessions.length - a.sessions.length || (a.id < b.id ? -1 : 1));
}
