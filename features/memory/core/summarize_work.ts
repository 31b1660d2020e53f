import { compareSpending } from "./analytics.ts";
import type { Outcome } from "./learn.ts";
import type { ParetoPoint } from "./pareto.ts";

/** What sessions of one kind of work were given, how they ended, and where that stands among the other kinds. */
export type WorkSummary = ParetoPoint & {
  /** Sessions that were given something and have ended. */
  readonly sessions: number;
};

/** What a session was given at a moment. */
interface LoggedMoment {
  readonly session: string;
  readonly workType: string;
  readonly budgetTokens: number;
  readonly actualTokens: number;
}

/**
 * Returns a point for each kind of work, by name: the mean tokens of memory that its ended sessions were given, and the
 * share of them that were accepted without rework. A session belongs to the kind of work that was told first.
 *
 * @param log What sessions were given, oldest first.
 * @param outcomes How sessions ended; the others are left out.
 */
export function summarizeWork(
  log: readonly LoggedMoment[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly WorkSummary[] {
  const bySession = Map.groupBy(log, ({ session }) => session);
  const ended = [...bySession].flatMap(([session, moments]) => {
    const outcome = outcomes.get(session);
    if (outcome === undefined) return [];
    const actualTokens = moments.reduce((sum, moment) => sum + moment.actualTokens, 0);
    return { ...moments[0]!, actualTokens, outcomes: [outcome] };
  });
  const byWork = Map.groupBy(ended, ({ workType }) => workType);
  return compareSpending(ended)
    .map((point) => ({ ...point, sessions: byWork.get(point.name)!.length }))
    .toSorted((a, b) => a.name < b.name ? -1 : 1);
}
