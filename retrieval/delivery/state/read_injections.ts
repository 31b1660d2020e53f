import type { FileLines, Location, Omission, TokenEstimatorName } from "@dossier/core";
import { fileSource } from "@dossier/core/fragment";
import { omitUndefined } from "@dossier/core/text";
import { RetrievalError } from "../../machine/mod.ts";
import type {
  Injection,
  InjectionSummary,
  RecordedFragment,
  RecordedRequest,
} from "./injection.ts";
import { findLastId } from "./append_injection.ts";
import { checkRecord } from "./record_sums.ts";
import type { Sql, SqlValue, StateStore } from "./state_store.ts";
import { checkSessionId } from "./session_id.ts";
import { joinTexts, readTexts } from "./shared_texts.ts";
import { stateError } from "./state_error.ts";

/** Default number of injections in a list. */
export const DEFAULT_LOG_LIMIT = 20;

/** Maximum number of characters of a question or a text in a list. */
const SUBJECT_LENGTH = 200;

const COLUMNS = `id, time, kind, session, round, trigger, request, texts, plan, hash, format,
  budget_limit AS budget, budget_used AS used, estimator, index_state AS "index", fragments,
  omissions AS omitted, exclusions, notes, outcomes, duration AS durationMs, details,
  (SELECT time FROM withdrawn WHERE record = id) AS withdrawn`;
const SELECT = `SELECT ${COLUMNS} FROM records WHERE id = ?`;
const SELECT_OF_SESSION = `SELECT ${COLUMNS} FROM records WHERE session = ? ORDER BY id`;
const SELECT_OF_ROUND = `SELECT ${COLUMNS} FROM records WHERE session = ? AND round = ?`;

/** Columns in the order of the fields of a summary. */
const SUMMARY_COLUMNS = `id, time, kind, session, round, trigger, hash,
  substr(coalesce(nullif(request ->> '$.issue.title', ''), nullif(request ->> '$.issue.id', ''),
    nullif(request ->> '$.query', ''), request ->> '$.text', ''), 1, ${SUBJECT_LENGTH}) AS subject,
  budget_limit AS budget, fragments, omissions AS omitted, json_array_length(outcomes) AS outcomes,
  budget_used AS used, estimator`;
const LIST = `SELECT ${SUMMARY_COLUMNS} FROM records WHERE id < ? ORDER BY id DESC LIMIT ?`;
const LIST_OF_SESSION = `SELECT ${SUMMARY_COLUMNS} FROM records WHERE id < ? AND session = ?
  ORDER BY id DESC LIMIT ?`;

const SELECT_FRAGMENTS =
  `SELECT source, path, start_line AS startLine, end_line AS endLine, kind, role,
  position, form, trust, score, tokens, content_hash AS hash, file_hash AS fileHash, slug, freshness,
  details FROM fragments WHERE record = ? ORDER BY rank`;
const SELECT_OMISSIONS = `SELECT source, path, start_line AS startLine, end_line AS endLine, tokens,
  reason FROM omissions WHERE record = ? ORDER BY rank`;

/** Columns of a budget. */
interface BudgetColumns {
  readonly budget: number;
  readonly used: number;
  readonly estimator: TokenEstimatorName;
}

/** Row of `records`: the stored fields of an injection, and those that the rest is built from. */
type Row =
  & BudgetColumns
  & Pick<
    Injection,
    "id" | "kind" | "session" | "round" | "trigger" | "hash" | "format" | "durationMs"
  >
  & Readonly<Record<"time" | "fragments" | "omitted" | "texts", number>>
  & Readonly<Record<"request" | "index" | "exclusions" | "notes" | "outcomes" | "details", string>>
  & { readonly plan?: string; readonly withdrawn?: number };

type SummaryRow = BudgetColumns & Omit<InjectionSummary, "time" | "budget"> & {
  readonly time: number;
};

/** Columns of a location. A row without a source represents lines of a file. */
interface LocationColumns extends FileLines {
  readonly source?: string;
}

/** Options of {@link listInjections}. */
export interface ListInjectionsOptions {
  /** Session of the injections. @default all */
  readonly session?: string | undefined;
  /** Maximum number of injections: a whole number of at least 1. @default 20 */
  readonly limit?: number | undefined;
  /** Exclusive upper bound of the numbers of the listed injections. @default no bound */
  readonly before?: number | undefined;
}

/**
 * Returns summaries of injections, newest first.
 *
 * @throws {RetrievalError} `invalid-session`; `invalid-cursor` for a number that is larger than
 * that of the last injection; `state-damaged` and other errors of the state.
 */
export async function listInjections(
  state: StateStore,
  { session, limit = DEFAULT_LOG_LIMIT, before }: ListInjectionsOptions = {},
): Promise<InjectionSummary[]> {
  if (session !== undefined) checkSessionId(session);
  return await state.read(async (sql) => {
    const last = await findLastId(sql);
    if (before !== undefined && before > last) throw unknownCursorError(before, last);
    const end = before ?? Number.MAX_SAFE_INTEGER;
    const rows = session === undefined
      ? await sql.all<SummaryRow>(LIST, end, limit)
      : await sql.all<SummaryRow>(LIST_OF_SESSION, end, session, limit);
    for (const { id } of rows) await checkRecord(state, sql, id);
    return rows.map(({ used, estimator, ...row }) => ({
      ...row,
      time: state.instant(row.time),
      budget: { limit: row.budget, used, estimator },
    }));
  });
}

const LIST_OF_SOURCE = "SELECT DISTINCT record FROM fragments WHERE source = ? ORDER BY record";

/**
 * Returns the numbers of the injections with a fragment of a source that is not a file, such as
 * `memory:o12`.
 */
export async function listInjectionsOfSource(
  state: StateStore,
  source: string,
): Promise<readonly number[]> {
  return await state.read(async (sql) =>
    (await sql.table(LIST_OF_SOURCE, source)).map(([record]) => Number(record))
  );
}

/** Returns the error for a list that begins before an injection that never existed. */
export function unknownCursorError(before: number, last: number): RetrievalError {
  return new RetrievalError(
    "invalid-cursor",
    `Cannot list the records before ${before} as there is no such record: ${
      last === 0 ? "nothing is recorded yet" : `the last is ${last}`
    }`,
  );
}

/** Returns the injection with this number, or `undefined` when there is none. */
export async function findInjection(
  state: StateStore,
  id: number,
): Promise<Injection | undefined> {
  return await state.read(async (sql) => {
    const [found] = await selectInjections(state, sql, SELECT, id);
    // A missing row may mean that its number was changed.
    if (found === undefined) await checkRecord(state, sql, id);
    return found;
  });
}

/** Returns all injections of a session, oldest first. */
export async function listSessionInjections(
  state: StateStore,
  session: string,
): Promise<Injection[]> {
  checkSessionId(session);
  return await state.read((sql) => selectInjections(state, sql, SELECT_OF_SESSION, session));
}

/** Returns the answer to a round of a session, in the transaction of the caller. */
export async function findAnswer(
  state: StateStore,
  sql: Sql,
  session: string,
  { round }: { readonly round: number },
): Promise<Injection | undefined> {
  return (await selectInjections(state, sql, SELECT_OF_ROUND, session, round))[0];
}

async function selectInjections(
  state: StateStore,
  sql: Sql,
  statement: string,
  ...values: readonly SqlValue[]
): Promise<Injection[]> {
  const found: Injection[] = [];
  for (const row of await sql.all<Row>(statement, ...values)) {
    const { id, kind, session, round, trigger, hash, format, durationMs } = row;
    const { plan, budget: limit, used, estimator, withdrawn } = row;
    await checkRecord(state, sql, id);
    const fragments = await readFragments(state, sql, id);
    const omitted = await readOmissions(sql, id);
    if (fragments.length !== row.fragments || omitted.length !== row.omitted) {
      throw stateError("damaged", state.path);
    }
    found.push({
      id,
      time: state.instant(row.time),
      kind,
      ...omitUndefined({ session, round }),
      trigger,
      request: await readRequest(state, sql, row),
      ...(plan !== undefined && { plan: state.parse(plan) }),
      hash,
      format,
      budget: { limit, used, estimator },
      index: state.parse(row.index),
      fragments,
      omitted,
      exclusions: state.parse(row.exclusions),
      notes: state.parse(row.notes),
      outcomes: state.parse(row.outcomes),
      ...omitUndefined({ durationMs }),
      details: state.parse(row.details),
      ...(withdrawn !== undefined && { withdrawn: state.instant(withdrawn) }),
    });
  }
  return found;
}

async function readFragments(
  state: StateStore,
  sql: Sql,
  record: number,
): Promise<RecordedFragment[]> {
  type Columns = LocationColumns & Omit<RecordedFragment, "source" | "location"> & {
    readonly kind: Location["kind"];
    readonly details: string;
  };
  /** Fields of a fragment without a column. */
  type Details =
    & Pick<Location, "language" | "symbol" | "container" | "ranges">
    & Partial<RecordedFragment>;
  return (await sql.all<Columns>(SELECT_FRAGMENTS, record)).map((
    { source, path, startLine, endLine, kind, details, ...fragment },
  ) => {
    const { language, symbol, container, ranges, ...rest } = state.parse<Details>(details);
    const location = omitUndefined({
      path,
      kind,
      language,
      startLine,
      endLine,
      symbol,
      container,
      ranges,
    });
    return { ...toSourceOrLocation(source, location), ...fragment, ...rest };
  });
}

async function readOmissions(sql: Sql, record: number): Promise<Omission[]> {
  type Columns = LocationColumns & Pick<Omission, "tokens" | "reason">;
  return (await sql.all<Columns>(SELECT_OMISSIONS, record)).map((
    { source, path, startLine, endLine, ...omission },
  ) => ({ ...toSourceOrLocation(source, { path, startLine, endLine }), ...omission }));
}

function toSourceOrLocation<Lines extends FileLines>(source: string | undefined, lines: Lines) {
  return source === undefined ? { source: fileSource(lines), location: lines } : { source };
}

/** Columns of the request of a record. */
export interface RequestColumns {
  readonly id: number;
  /** Request as JSON. */
  readonly request: string;
  /** Number of its texts that are stored apart from it. */
  readonly texts: number;
}

/**
 * Returns the request of a record, in the transaction of the caller.
 *
 * @throws {RetrievalError} `state-damaged` when a text of it is missing.
 */
export async function readRequest(
  state: StateStore,
  sql: Sql,
  { id, request, texts }: RequestColumns,
): Promise<RecordedRequest> {
  const stored = state.parse<RecordedRequest>(request);
  if (texts === 0) return stored;
  const found = await readTexts(state, sql, id);
  if (found.length !== texts) throw stateError("damaged", state.path);
  return joinTexts(stored, found);
}
