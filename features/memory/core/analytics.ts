import type { Outcome } from "./learn.ts";
import { findParetoZones, type ParetoPoint } from "./pareto.ts";
import type { FeedbackCandidate, FeedbackRanked } from "./rank_by_feedback.ts";

/** The memory of a session, with its outcomes. */
export interface LoggedSession {
  readonly workType: string;
  /** Tokens of the budget. */
  readonly budgetTokens: number;
  /** Tokens that were used. */
  readonly actualTokens: number;
  /** Outcomes, oldest first, as rejected work may be accepted later; empty while it runs. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Returns the cost of memory and the success of sessions, with one point for each kind of work, in
 * order of first occurrence: mean tokens, and the share that was accepted without rework. Sessions
 * without an outcome are ignored.
 *
 * @param options.isByBudget If true, each budget of a kind of work is a point of its own, as
 * `feature (400)`. @default false
 */
export function compareSpending(
  sessions: Iterable<LoggedSession>,
  { isByBudget = false }: { readonly isByBudget?: boolean } = {},
): readonly ParetoPoint[] {
  const groups = new Map<string, LoggedSession[]>();
  for (const session of sessions) {
    if (session.outcomes.length === 0) continue;
    const { workType, budgetTokens } = session;
    const name = isByBudget ? `${workType} (${budgetTokens})` : workType;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [session]);
    else group.push(session);
  }
  return findParetoZones([...groups].map(([name, group]) => ({
    name,
    tokens: mean(group.map(({ actualTokens }) => actualTokens)),
    success: mean(group.map(({ outcomes }) => Number(outcomes.every((one) => one === "accepted")))),
  })));
}

/** The effect of feedback. */
export interface FeedbackImpact {
  /** Share of the observations that were ever used, from 0 to 1; 0 without observations. */
  readonly injectionRate: number;
  /** Mean number of places that a candidate has moved up by feedback; 0 without candidates. */
  readonly rankDelta: number;
}

/**
 * Returns the effect of feedback.
 *
 * @param ranked Candidates of all sessions, with their ranks with and without feedback.
 * @param options.injected Ids of used observations, repeats included.
 * @param options.total Number of observations, used and later forgotten ones included.
 */
export function measureFeedback(
  ranked: readonly Pick<
    FeedbackRanked<FeedbackCandidate>,
    "plainRank" | "weightedRank"
  >[],
  { injected, total }: { readonly injected: Iterable<string>; readonly total: number },
): FeedbackImpact {
  return {
    injectionRate: share(new Set(injected).size, total),
    rankDelta: mean(ranked.map(({ plainRank, weightedRank }) => plainRank - weightedRank)),
  };
}

/** Counts of the stored observations. */
export interface MemoryCounts {
  /** Number of observations that were to be stored. */
  readonly processed: number;
  /** Number of these that existed already. */
  readonly merged: number;
  /** Ids of observations that contradict another one. */
  readonly contradictory: Iterable<string>;
  /** Ids of observations that sessions got, repeats included. */
  readonly injected: Iterable<string>;
}

/** The retention time, and the current time. */
export interface RetentionLimit {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Maximum age of an observation, in milliseconds. */
  readonly maxAgeMs: number;
}

/** The health of a memory. */
export interface MemoryHealth {
  /** Share of observations that existed already, from 0 to 1; 0 without observations. */
  readonly dedupRatio: number;
  /** Share of the observations within the retention time, from 0 to 1; 1 without observations. */
  readonly retentionCompliance: number;
  /** Number of observations that contradict another one. */
  readonly contradictory: number;
  /** Number of observations that no session got. */
  readonly neverInjected: number;
}

/** Returns the health of a memory. */
export function measureHealth(
  stored: readonly { readonly id: string; readonly createdAt: number }[],
  counts: MemoryCounts,
  { nowMs, maxAgeMs }: RetentionLimit,
): MemoryHealth {
  const kept = stored.filter(({ createdAt }) => nowMs - createdAt <= maxAgeMs).length;
  const ids = new Set(stored.map(({ id }) => id));
  return {
    dedupRatio: share(counts.merged, counts.processed),
    retentionCompliance: stored.length === 0 ? 1 : kept / stored.length,
    contradictory: ids.intersection(new Set(counts.contradictory)).size,
    neverInjected: ids.difference(new Set(counts.injected)).size,
  };
}

function mean(values: readonly number[]): number {
  return share(values.reduce((sum, value) => sum + value, 0), values.length);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
