import { type TimelineEntry, toTimelineText } from "@dossier/core/metrics";
import type { Injection } from "../state/injection.ts";
import type { StateStore } from "../state/state_store.ts";
import { sessionInjections } from "../state/read_injections.ts";
import {
  type ActivityEvent,
  readActivity,
  type RecordedActivity,
} from "../state/session_activity.ts";

/** All that is recorded of a session, oldest first. */
export interface RecordedSession {
  readonly injections: readonly Injection[];
  /** What features gave it besides bundles, a list for each that gave something. */
  readonly given: readonly (readonly TimelineEntry[])[];
  /** What it did, the last thousand events. */
  readonly activity: readonly RecordedActivity[];
}

/** Returns all that is recorded of a session; undefined when that is nothing. */
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

/** What a host's transcript tells as well, and better. */
const TOLD_BY_HOST: ReadonlySet<ActivityEvent["kind"]> = new Set([
  ...(["turn", "tool", "file", "prompt", "read", "edit", "compaction", "told"] as const),
]);

/**
 * Returns what is recorded of a session as lines of time, in lists of which each is in order.
 *
 * @param options.hasTranscript Whether the host's transcript is told beside it: what that has is left out here.
 */
export function listRecorded(
  { injections, given, activity }: RecordedSession,
  { hasTranscript = false }: { readonly hasTranscript?: boolean | undefined } = {},
): readonly (readonly TimelineEntry[])[] {
  return [
    injections.flatMap(toGiven),
    ...given,
    activity.filter(({ kind }) => !hasTranscript || !TOLD_BY_HOST.has(kind)).map((event) => ({
      time: new Date(event.time).toISOString(),
      from: "activity" as const,
      kind: event.kind,
      ...(event.tokens !== undefined && { tokens: event.tokens }),
      text: toTimelineText(event.value),
    })),
  ];
}

/** Returns the requests of an agent, and what it was given. */
function toGiven(injection: Injection): readonly TimelineEntry[] {
  const { id: record, time, kind, trigger, round, request, fragments, omitted } = injection;
  const asked = injection.outcomes.map(({ request, outcome }) => ({
    time,
    from: "log" as const,
    kind: "asked",
    record,
    text: toTimelineText(`${request}: ${outcome}`),
  }));
  const { issue, query } = request;
  // What an answer is to stands before it.
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
  return [...asked, {
    time,
    from: "log",
    kind: kind === "answer" ? "answered" : "given",
    record,
    tokens: injection.withdrawn === undefined ? injection.budget.used : 0,
    text: toTimelineText(title === "" ? words : `${words}: ${title}`),
    ...(files.length > 0 && { files }),
  }];
}
