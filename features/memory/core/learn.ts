/** The outcome of a session. */
export type Outcome = "accepted" | "rejected" | "rework";

/** All outcomes. */
export const OUTCOMES: readonly Outcome[] = ["accepted", "rejected", "rework"];

/**
 * Learning rates of an observation's weight, by the outcome of a session. Source: the original
 * specification.
 */
const SUCCESS_RATE = 0.1;
const FAILURE_RATE = 0.15;

/**
 * Factor of the rate for a failure with a misleading observation. Source: the original
 * specification.
 */
const MISLEADING_FACTOR = 2;

/**
 * Number of failed sessions without an accepted one since, from which an observation counts as
 * misleading. Source: the original specification.
 */
const MISLEADING_SESSIONS = 3;

/**
 * Learning rate of the nodes and edges of the graph, and the signals of outcomes. Source: the
 * original specification.
 */
const GRAPH_RATE = 0.1;
const GRAPH_SIGNALS: Readonly<Record<Outcome, number>> = { accepted: 1, rework: 0.5, rejected: 0 };

/** A change of a weight. */
export interface WeightStep {
  readonly weight: number;
  /** Share of the distance to the signal. */
  readonly rate: number;
}

/**
 * Returns the weight of an observation after a session that got it: an exponential moving average
 * that moves toward 1 when the session was accepted and toward 0 otherwise.
 *
 * @param isMisleading True when it was misleading before; see {@link isMisleading}.
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

/** Returns the importance of a node, or the usefulness of an edge, after a session that got it. */
export function learnGraphWeight(previous: number, outcome: Outcome): number {
  return moveToward(previous, GRAPH_SIGNALS[outcome], GRAPH_RATE);
}

/** Returns true for an observation that misleads, by the outcomes of its sessions, oldest first. */
export function isMisleading(outcomes: readonly Outcome[]): boolean {
  return outcomes.length - 1 - outcomes.lastIndexOf("accepted") >= MISLEADING_SESSIONS;
}

function moveToward(previous: number, signal: number, rate: number): number {
  return previous * (1 - rate) + signal * rate;
}
