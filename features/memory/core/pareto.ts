/** The cost and the success of one kind of work. */
export interface WorkPoint {
  /** The kind of work, with its budget when several are compared. */
  readonly name: string;
  /** Mean tokens of memory. */
  readonly tokens: number;
  /** Share of sessions that were accepted without rework, from 0 to 1. */
  readonly success: number;
}

/**
 * Zone of a point: no other is better; others have the same success with fewer tokens; or others of
 * about its size have more success.
 */
export type ParetoZone = "efficient" | "wasteful" | "below";

/** A point with its zone. */
export type ParetoPoint = WorkPoint & { readonly zone: ParetoZone };

/** Largest relative difference of the tokens of points of about the same size. */
const SIMILAR = 0.1;

/**
 * Returns the zone of each point, in the order of the points. A point is dominated when another has
 * no more tokens and no less success, and is better in one of them.
 */
export function findParetoZones(points: readonly WorkPoint[]): readonly ParetoPoint[] {
  const frontier = points.filter((one) => !points.some((other) => dominates(other, one)));
  return points.map((point) => ({ ...point, zone: findZone(point, frontier) }));
}

function findZone(point: WorkPoint, frontier: readonly WorkPoint[]): ParetoZone {
  if (frontier.includes(point)) return "efficient";
  const isBelow = frontier.some(({ tokens, success }) =>
    success > point.success && Math.abs(tokens - point.tokens) <= SIMILAR * point.tokens
  );
  return isBelow ? "below" : "wasteful";
}

function dominates(one: WorkPoint, other: WorkPoint): boolean {
  return one.tokens <= other.tokens && one.success >= other.success &&
    (one.tokens < other.tokens || one.success > other.success);
}
