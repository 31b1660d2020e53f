/** How a session ended. */
export type Outcome = "accepted" | "rejected" | "rework";

/** All outcomes. */
export const OUTCOMES: readonly Outcome[] = ["accepted", "rejected", "rework"];

/** How far one session moves the weight of an observation, by what became of it. Source: the seed. */
const SUCCESS_RATE = 0.1;
const FAILURE_RATE = 0.15;

/** How much farther a failure moves one that misleads. Source: the seed. */
const MISLEADING_FACTOR = 2;

/** Failed sessions, with none accepted since, after which an observation is taken to mislead. Source: the seed. */
const MISLEADING_SESSIONS = 3;

/** How far one session moves the nodes and edges of the graph, and to what. Source: the seed. */
const GRAPH_RATE = 0.1;
const GRAPH_SIGNALS: Readonly<Record<Outcome, number>> = { accepted: 1, rework: 0.5, rejected: 0 };

/** A change of a weight. */
export interface WeightStep {
  readonly weight: number;
  /** The share of the way to the signal that it went. */
  readonly rate: number;
}

/**
 * Returns the weight of an observation after a session that was given it: an exponential moving average that moves
 * toward 1 when the session was accepted and toward 0 otherwise.
 *
 * @param isMisleading Whether it was flagged before; see {@link isMisleading}.
 */
export function learnWeight(
  previous: number,
  outcome: Outcome,
  { isMisleading = false }: { readonly isMisleading?: boolean } = {},
): WeightStep {
  if (outcome === "accepted") {
    return { weight: moveToward(previous, 1, SUCCESS_RATE), rate: SUCCESS_RATE };
  }
  const rate = FAILURE_RATE * (isMisleading ? MISLEADING_FACTOR : 1);
  return { weight: moveToward(previous, 0, rate), rate };
}

/** Returns the importance of a node, or the usefulness of an edge, after a session that was given it. */
export function learnGraphWeight(previous: number, outcome: Outcome): number {
  return moveToward(previous, GRAPH_SIGNALS[outcome], GRAPH_RATE);
}

/** Returns whether what was given to sessions with these outcomes, oldest first, misleads. */
export function isMisleading(outcomes: readonly Outcome[]): boolean {
  return outcomes.length - 1 - outcomes.lastIndexOf("accepted") >= MISLEADING_SESSIONS;
}

function moveToward(previous: number, signal: number, rate: number): number {
  return previous * (1 - rate) + signal * rate;
}
