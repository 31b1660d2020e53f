/** What the sessions of one kind of work were given, and how they ended. */
export interface WorkPoint {
  /** The kind of work, with its budget where several are compared. */
  readonly name: string;
  /** Mean tokens of memory. */
  readonly tokens: number;
  /** Share of sessions that were accepted without rework, from 0 to 1. */
  readonly success: number;
}

/**
 * Where a point stands: none is better, tokens are wasted as others have the same success for less, or it has less
 * success than others of about its size.
 */
export type ParetoZone = "efficient" | "wasteful" | "below";

/** A point with its zone. */
export type ParetoPoint = WorkPoint & { readonly zone: ParetoZone };

/** Points whose tokens differ by at most this share are of about the same size. */
const SIMILAR = 0.1;

/**
 * Returns where each point stands, in the order given. A point is dominated when another has no more tokens and no less
 * success, and is better in one of them.
 */
export function findParetoZones(points: readonly WorkPoint[]): readonly ParetoPoint[] {
  const frontier = points.filter((one) => !points.some((other) => dominates(other, one)));
  return points.map((point) => ({ ...point, zone: zoneOf(point, frontier) }));
}

function zoneOf(point: WorkPoint, frontier: readonly WorkPoint[]): ParetoZone {
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
