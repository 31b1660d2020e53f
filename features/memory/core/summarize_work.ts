import { compareSpending } from "./analytics.ts";
import type { Outcome } from "./learn.ts";
import type { ParetoPoint } from "./pareto.ts";

/** The cost and the success of one kind of work, with its zone and number of sessions. */
export type WorkSummary = ParetoPoint & {
  /** Sessions with memory that have ended. */
  readonly sessions: number;
};

/** The memory of a session at a moment. */
interface LoggedMoment {
  readonly session: string;
  readonly workType: string;
  readonly budgetTokens: number;
  readonly actualTokens: number;
}

/**
 * Returns a point for each kind of work, sorted by name: the mean tokens of memory of its ended
 * sessions, and the share of them that were accepted without rework. A session belongs to its first
 * kind of work.
 *
 * @param log The memory of sessions, oldest first.
 * @param outcomes Outcomes of sessions; other sessions are ignored.
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
