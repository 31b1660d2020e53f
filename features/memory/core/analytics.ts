import type { Outcome } from "./learn.ts";
import { findParetoZones, type ParetoPoint } from "./pareto.ts";
import type { FeedbackCandidate, FeedbackRanked } from "./rank_by_feedback.ts";

/** What a session was given of memory, and how it ended. */
export interface LoggedSession {
  readonly workType: string;
  /** Tokens that it could have been given. */
  readonly budgetTokens: number;
  /** Tokens that it was given. */
  readonly actualTokens: number;
  /** How it ended, oldest first, as work that was sent back may be accepted later; none while it runs. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Returns what sessions were given against how they ended, with one point for each kind of work, in the order in which
 * they first occur: mean tokens, and the share that was accepted without rework. Sessions without an outcome do not
 * count.
 *
 * @param options.isByBudget Whether each budget of a kind of work is a point of its own, as `feature (400)`.
 * @default false
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

/** What the feedback of sessions has changed. */
export interface FeedbackImpact {
  /** Share of the observations that were ever given, from 0 to 1; 0 of none. */
  readonly injectionRate: number;
  /** Places that a candidate has moved up by what was learned, on average; 0 of none. */
  readonly rankDelta: number;
}

/**
 * Returns what feedback has changed.
 *
 * @param ranked Candidates of all sessions, with their places with and without what was learned.
 * @param options.injected Ids of observations, as often as they were given.
 * @param options.total How many observations there are, with those that were given and forgotten since.
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

/** What is counted of the observations that are stored. */
export interface MemoryCounts {
  /** Observations that were to be stored. */
  readonly processed: number;
  /** How many of these were one that there was before. */
  readonly merged: number;
  /** Ids of observations that contradict another one. */
  readonly contradictory: Iterable<string>;
  /** Ids of observations that were given to a session, as often as they were. */
  readonly injected: Iterable<string>;
}

/** How long observations are kept, and what time it is. */
export interface RetentionLimit {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** How old an observation may be, in milliseconds. */
  readonly maxAgeMs: number;
}

/** How well a memory is kept. */
export interface MemoryHealth {
  /** Share of what was to be stored that there was before, from 0 to 1; 0 of none. */
  readonly dedupRatio: number;
  /** Share of the observations that are no older than they may be, from 0 to 1; 1 of none. */
  readonly retentionCompliance: number;
  /** How many contradict another one. */
  readonly contradictory: number;
  /** How many were never given to a session. */
  readonly neverInjected: number;
}

/** Returns how well a memory is kept. */
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
