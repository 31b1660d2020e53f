import type { TimelineEntry } from "@dossier/core/metrics";
import type { Injection } from "../state/injection.ts";
import type { StateStore } from "../state/state_store.ts";
import { sessionInjections } from "../state/read_injections.ts";
import { readActivity, type RecordedActivity } from "../state/session_activity.ts";

/** All that is recorded of a session, oldest first. */
export interface RecordedSession {
  readonly injections: readonly Injection[];
  /** What features gave it besides bundles, a list for each that gave something. */
  readonly given: readonly (readonly TimelineEntry[])[];
  /** What it did, the last thousand events. */
  readonly activity: readonly RecordedActivity[];
}

/**
 * Returns all that is recorded of a session; undefined when that is nothing.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export async function readSession(
  state: StateStore,
  session: string,
): Promise<RecordedSession | undefined> {
  const injections = await sessionInjections(state, session);
  const given = await Promise.all(
    state.features.map(({ ofSessions }) => ofSessions?.listEntries(state, session) ?? []),
  );
  const activity = (await readActivity(state, session, 0)).events;
  return injections.length + given.flat().length + activity.length === 0
    ? undefined
    : { injections, given, activity };
}

/** A session in short. */
export interface SessionSummary {
  readonly session: string;
  /** Of the first and the last thing that is recorded of it, ISO 8601. */
  readonly first: string;
  readonly last: string;
  /** Bundles and answers, and their tokens. */
  readonly records: number;
  readonly tokens: number;
  /** Events of what it did. */
  readonly events: number;
}

const SELECT_SESSIONS = `SELECT session, min(time) AS first, max(time) AS last,
    sum(records) AS records, sum(tokens) AS tokens, sum(events) AS events
  FROM (
    SELECT session, time, 1 AS records, budget_used AS tokens, 0 AS events FROM records
    WHERE session IS NOT NULL
    UNION ALL SELECT session, time, 0, 0, 1 FROM session_activity
  ) GROUP BY session ORDER BY last DESC, session LIMIT ?`;

/** Returns at most `limit` sessions in short, the one of which something was recorded last first. */
export async function summariseSessions(
  state: StateStore,
  limit: number,
): Promise<readonly SessionSummary[]> {
  type Row = Omit<SessionSummary, "first" | "last"> & Readonly<Record<"first" | "last", number>>;
  return (await state.read((sql) => sql.all<Row>(SELECT_SESSIONS, limit))).map((row) => ({
    ...row,
    first: state.instant(row.first),
    last: state.instant(row.last),
  }));
}
