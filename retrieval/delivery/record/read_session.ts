import { type TimelineEntry, toTimelineText } from "@dossier/core/metrics";
import type { Injection } from "../state/injection.ts";
import type { StateStore } from "../state/state_store.ts";
import { listSessionInjections } from "../state/read_injections.ts";
import {
  type ActivityEvent,
  readActivity,
  type RecordedActivity,
} from "../state/session_activity.ts";

/** All records of a session, oldest first. */
export interface RecordedSession {
  readonly injections: readonly Injection[];
  /** Texts of features besides bundles, one list for each feature that delivered some. */
  readonly given: readonly (readonly TimelineEntry[])[];
  /** Activity of the session, the last thousand events. */
  readonly activity: readonly RecordedActivity[];
}

/** Returns all records of a session, or `undefined` when there are none. */
export async function readSession(
  state: StateStore,
  session: string,
): Promise<RecordedSession | undefined> {
  const injections = await listSessionInjections(state, session);
  const given = await Promise.all(
    state.features.map(({ sessionTables }) => sessionTables?.listEntries(state, session) ?? []),
  );
  const activity = (await readActivity(state, session, 0)).events;
  return injections.length + given.flat().length + activity.length === 0
    ? undefined
    : { injections, given, activity };
}

/** Summary of a session. */
export interface SessionSummary {
  readonly session: string;
  /** Time of the first record, as an ISO 8601 instant. */
  readonly first: string;
  readonly last: string;
  /** Number of bundles and answers. */
  readonly records: number;
  readonly tokens: number;
  /** Number of events of its activity. */
  readonly events: number;
}

const SELECT_SESSIONS = `SELECT session, min(time) AS first, max(time) AS last,
    sum(records) AS records, sum(tokens) AS tokens, sum(events) AS events
  FROM (
    SELECT session, time, 1 AS records, budget_used AS tokens, 0 AS events FROM records
    WHERE session IS NOT NULL
    UNION ALL SELECT session, time, 0, 0, 1 FROM session_activity
  ) GROUP BY session ORDER BY last DESC, session LIMIT ?`;

/** Returns summaries of at most `limit` sessions, the most recent one first. */
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

/** Kinds of events that the transcript of a host has in more detail. */
const IN_HOST_TRANSCRIPT: ReadonlySet<ActivityEvent["kind"]> = new Set([
  ...(["turn", "tool", "file", "prompt", "read", "edit", "compaction", "told"] as const),
]);

/**
 * Returns the records of a session as timeline entries, in several lists, each in chronological
 * order.
 *
 * @param options.hasTranscript True when the transcript of the host is shown as well: its events
 * are left out here.
 */
export function listRecorded(
  { injections, given, activity }: RecordedSession,
  { hasTranscript = false }: { readonly hasTranscript?: boolean | undefined } = {},
): readonly (readonly TimelineEntry[])[] {
  return [
    injections.flatMap(toTimelineEntries),
    ...given,
    activity.filter(({ kind }) => !hasTranscript || !IN_HOST_TRANSCRIPT.has(kind)).map((event) => ({
      time: new Date(event.time).toISOString(),
      from: "activity" as const,
      kind: event.kind,
      ...(event.tokens !== undefined && { tokens: event.tokens }),
      text: toTimelineText(event.value),
    })),
  ];
}

/** Returns the requests of an agent, and the delivered fragments. */
function toTimelineEntries(injection: Injection): readonly TimelineEntry[] {
  const { id: record, time, kind, trigger, round, request, fragments, omitted } = injection;
  const requests = injection.outcomes.map(({ request, outcome }) => ({
    time,
    from: "log" as const,
    kind: "asked",
    record,
    text: toTimelineText(`${request}: ${outcome}`),
  }));
  const { issue, query } = request;
  // The requests of an answer are listed before it.
  const title = kind === "answer" ? "" : issue?.title || issue?.id || query;
  const words = [
    trigger,
    ...(round === undefined ? [] : [`round ${round}`]),
    `${fragments.length} of ${fragments.length + omitted.length} fragments`,
    ...(injection.withdrawn === undefined ? [] : ["not sent"]),
  ].join(", ");
  const files = fragments.flatMap(({ location }) =>
    location === undefined ? [] : [`${location.path}:${location.startLine}-${location.endLine}`]
  );
  return [...requests, {
    time,
    from: "log",
    kind: kind === "answer" ? "answered" : "given",
    record,
    tokens: injection.withdrawn === undefined ? injection.budget.used : 0,
    text: toTimelineText(title === "" ? words : `${words}: ${title}`),
    ...(files.length > 0 && { files }),
  }];
}
