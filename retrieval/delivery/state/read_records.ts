import type { TokenEstimatorName } from "@dossier/core";
import { RetrievalError } from "../../machine/mod.ts";
import { lastId } from "./last_id.ts";
import type { State } from "./open_state.ts";
import { readFragments, readOmissions, readRequest } from "./read_record_parts.ts";
import type { Injection, InjectionKind, InjectionSummary } from "./record.ts";
import { checkSessionId } from "./session_id.ts";
import { stateError } from "./state_error.ts";

/** Records of a list by default. */
export const DEFAULT_LOG_LIMIT = 20;

/** Characters of a question or a text that stand for it in a list. */
const SUBJECT_LENGTH = 200;

const COLUMNS = `id, session, kind, round, time, trigger, request, plan, hash, format, estimator,
  budget_limit, budget_used, index_state, exclusions, notes, outcomes, details, duration, fragments,
  omissions, texts, (SELECT time FROM withdrawn WHERE record = id)`;
const SELECT = `SELECT ${COLUMNS} FROM records WHERE id = ?`;
const SELECT_OF_SESSION = `SELECT ${COLUMNS} FROM records WHERE session = ? ORDER BY id`;
const SELECT_OF_ROUND = `SELECT ${COLUMNS} FROM records WHERE session = ? AND round = ?`;

const SUMMARY_COLUMNS = `id, time, kind, session, round, trigger, hash,
  substr(coalesce(nullif(request ->> '$.issue.title', ''), nullif(request ->> '$.issue.id', ''),
    nullif(request ->> '$.query', ''), request ->> '$.text', ''), 1, ${SUBJECT_LENGTH}),
  budget_limit, budget_used, estimator, fragments, omissions, json_array_length(outcomes)`;
const LIST = `SELECT ${SUMMARY_COLUMNS} FROM records WHERE id < ? ORDER BY id DESC LIMIT ?`;
const LIST_OF_SESSION = `SELECT ${SUMMARY_COLUMNS} FROM records WHERE id < ? AND session = ?
  ORDER BY id DESC LIMIT ?`;

type Row = [
  id: number,
  session: string | null,
  kind: InjectionKind,
  round: number | null,
  time: number,
  trigger: string,
  request: string,
  plan: string | null,
  hash: string,
  format: string,
  estimator: TokenEstimatorName,
  limit: number,
  used: number,
  index: string,
  exclusions: string,
  notes: string,
  outcomes: string,
  details: string,
  duration: number | null,
  fragments: number,
  omissions: number,
  texts: number,
  withdrawn: number | null,
];

type SummaryRow = [
  id: number,
  time: number,
  kind: InjectionKind,
  session: string | null,
  round: number | null,
  trigger: string,
  hash: string,
  subject: string,
  limit: number,
  used: number,
  estimator: TokenEstimatorName,
  fragments: number,
  omissions: number,
  outcomes: number,
];

/** Options of {@link listRecords}. */
export interface ListInjectionsOptions {
  /** Only those of this session. */
  readonly session?: string | undefined;
  /** Most records: a whole number of at least 1. @default 20 */
  readonly limit?: number | undefined;
  /** Only those with a smaller number than this. */
  readonly before?: number | undefined;
}

/**
 * Returns records in short, newest first.
 *
 * @throws {RetrievalError} `invalid-session`; `invalid-cursor` for a number that no record has had yet;
 * `state-damaged` and the like.
 */
export function listRecords(
  state: State,
  { session, limit = DEFAULT_LOG_LIMIT, before }: ListInjectionsOptions = {},
): InjectionSummary[] {
  if (session !== undefined) checkSessionId(session);
  return state.read(() => {
    const last = lastId(state);
    if (before !== undefined && before > last) throw noSuchCursor(before, last);
    const end = before ?? Number.MAX_SAFE_INTEGER;
    const rows = session === undefined
      ? state.statement(LIST).all(end, limit)
      : state.statement(LIST_OF_SESSION).all(end, session, limit);
    return (rows as unknown as SummaryRow[]).map((row) => toSummary(state, row));
  });
}

/** Returns the error that a list is to begin before a record that there never was. */
export function noSuchCursor(before: number, last: number): RetrievalError {
  return new RetrievalError(
    "invalid-cursor",
    `Cannot list the records before ${before} as there is no such record: ${
      last === 0 ? "nothing is recorded yet" : `the last is ${last}`
    }`,
  );
}

/**
 * Returns the record with this number, or undefined when there is none.
 *
 * @throws {RetrievalError} `state-damaged` and the like.
 */
export function findRecord(state: State, id: number): Injection | undefined {
  return state.read(() => {
    const row = state.statement(SELECT).get(id) as unknown as Row | undefined;
    return row && toRecord(state, row);
  });
}

/**
 * Returns all records of a session, oldest first: what its metrics are computed from.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export function sessionRecords(state: State, session: string): Injection[] {
  checkSessionId(session);
  return state.read(() => {
    const rows = state.statement(SELECT_OF_SESSION).all(session) as unknown as Row[];
    return rows.map((row) => toRecord(state, row));
  });
}

/** Returns the answer to a round of a session, in the caller's transaction. */
export function findAnswer(
  state: State,
  session: string,
  { round }: { readonly round: number },
): Injection | undefined {
  const row = state.statement(SELECT_OF_ROUND).get(session, round) as unknown as Row | undefined;
  return row && toRecord(state, row);
}

function toRecord(
  state: State,
  [
    id,
    session,
    kind,
    round,
    time,
    trigger,
    request,
    plan,
    hash,
    format,
    estimator,
    limit,
    used,
    index,
    exclusions,
    notes,
    outcomes,
    details,
    duration,
    fragmentCount,
    omissionCount,
    textCount,
    withdrawn,
  ]: Row,
): Injection {
  const fragments = readFragments(state, id);
  const omitted = readOmissions(state, id);
  if (fragments.length !== fragmentCount || omitted.length !== omissionCount) {
    throw stateError("damaged", state.path);
  }
  return {
    id,
    time: state.instant(time),
    kind,
    ...(session !== null && { session }),
    ...(round !== null && { round }),
    trigger,
    request: readRequest(state, { id, request, texts: textCount }),
    ...(plan !== null && { plan: state.parse(plan) }),
    hash,
    format,
    budget: { limit, used, estimator },
    index: state.parse(index),
    fragments,
    omitted,
    exclusions: state.parse(exclusions),
    notes: state.parse(notes),
    outcomes: state.parse(outcomes),
    ...(duration !== null && { durationMs: duration }),
    details: state.parse(details),
    ...(withdrawn !== null && { withdrawn: state.instant(withdrawn) }),
  };
}

function toSummary(
  state: State,
  [
    id,
    time,
    kind,
    session,
    round,
    trigger,
    hash,
    subject,
    limit,
    used,
    estimator,
    fragments,
    omitted,
    outcomes,
  ]: SummaryRow,
): InjectionSummary {
  return {
    id,
    time: state.instant(time),
    kind,
    ...(session !== null && { session }),
    ...(round !== null && { round }),
    trigger,
    hash,
    subject,
    budget: { limit, used, estimator },
    fragments,
    omitted,
    outcomes,
  };
}
