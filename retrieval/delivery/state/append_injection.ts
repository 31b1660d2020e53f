import type { FileLines, Omission } from "@dossier/core";
import { RetrievalError } from "../../machine/mod.ts";
import type { Injection, InjectionDraft } from "./injection.ts";
import { insertRecordSum } from "./record_sums.ts";
import type { Sql, StateStore } from "./state_store.ts";
import { checkSessionId } from "./session_id.ts";
import { insertTexts, type SharedRequest } from "./shared_texts.ts";
import { type DeliveryEvent, type DeliveryHandler, postEvents } from "./outbox.ts";

/**
 * Characters that SQLite and UTF-8 do not preserve: lone surrogates, and NUL, which ends a text.
 */
const UNKEEPABLE_REGEXP = /[\p{Cs}\0]/gu;
const REPLACEMENT_CHARACTER = "\ufffd";

const SELECT_ROUND = "SELECT id FROM records WHERE session = ? AND round = ?";
const UPSERT_SESSION = `INSERT INTO sessions (id, issue, created_at, updated_at)
  VALUES (?1, ?2, ?3, ?3) ON CONFLICT (id) DO UPDATE SET
    issue = coalesce(excluded.issue, issue), updated_at = excluded.updated_at`;
const LAST_ID = `SELECT max(coalesce((SELECT max(id) FROM records), 0),
  coalesce((SELECT max(record) FROM pruned), 0))`;
const SELECT_LAST = "SELECT coalesce(max(id), 0) FROM records WHERE session = ?";

/**
 * Thrown when a session received something else after its draft was started. The draft may repeat
 * passages that the session now has, so a new one must be built.
 */
export class SessionChangedError extends Error {}

/**
 * Records a bundle or an answer, and returns its number and time. When this returns, the whole
 * record is on the disk. When it throws, or the process dies, nothing is stored.
 *
 * A new session begins with its first record.
 *
 * @param options.shared The request of the draft with its long texts apart, so that each text is
 * stored once.
 * @param options.events Events of the delivery, which are put into the outbox for {@link
 * handleOutbox}.
 * @param options.last Result of {@link findLastInjection} when the draft was begun.
 * @throws {SessionChangedError} When `last` is given and the session has received something else
 * since. When several processes draft for one session at the same time, one of them always
 * succeeds. So all finish in the end.
 * @throws {RetrievalError} `invalid-session`; `round-taken` when the round has been answered in the
 * meantime, after which `beginRound` decides again; and the errors of `openState`.
 */
export async function appendInjection(
  state: StateStore,
  draft: InjectionDraft,
  { shared = { request: draft.request, texts: [] }, events = [], last }: {
    readonly shared?: SharedRequest | undefined;
    readonly events?: readonly DeliveryEvent[] | undefined;
    readonly last?: number | undefined;
  } = {},
): Promise<Pick<Injection, "id" | "time">> {
  const { session, round } = draft;
  if (session !== undefined) checkSessionId(session);
  return await state.write(async (sql) => {
    if (session !== undefined) {
      const isTaken = round !== undefined &&
        await sql.value(SELECT_ROUND, session, round) !== undefined;
      if (isTaken) throw roundTakenError(session, round);
      if (last !== undefined && await readLast(sql, session) !== last) {
        throw new SessionChangedError();
      }
    }
    const time = state.now();
    if (session !== undefined) {
      const issue = draft.request.issue?.id || undefined;
      await sql.run(UPSERT_SESSION, session, toColumn(issue), time);
    }
    const id = await findLastId(sql) + 1;
    await insertParts(sql, id, draft);
    await insertTexts(sql, id, shared.texts);
    await insertRecord(sql, draft, { id, time, shared });
    await insertRecordSum(sql, id);
    await postEvents(sql, events, { record: id, time });
    return { id, time: new Date(time).toISOString() };
  });
}

/** Returns the number of the last injection of a session, or 0 when there is none. */
export async function findLastInjection(state: StateStore, session: string): Promise<number> {
  checkSessionId(session);
  return await state.read((sql) => readLast(sql, session));
}

/**
 * Returns the highest number of all injections, or 0 when there is none, in the transaction of the
 * caller.
 */
export async function findLastId(sql: Sql): Promise<number> {
  return (await sql.value<number>(LAST_ID))!;
}

async function readLast(sql: Sql, session: string): Promise<number> {
  return (await sql.value<number>(SELECT_LAST, session))!;
}

/** Returns the error for a round of a session that was answered to another text. */
export function roundTakenError(session: string, round: number): RetrievalError {
  return new RetrievalError(
    "round-taken",
    `Cannot answer round ${round} of the session "${session}" as that round has been answered for another text: omit the round to answer the next one`,
  );
}

/**
 * Inserts the fragments and the omissions. The row of the record is inserted after them and seals
 * them.
 */
async function insertParts(
  sql: Sql,
  record: number,
  { fragments, omitted }: InjectionDraft,
): Promise<void> {
  for (const [at, { source, location, ...fragment }] of fragments.entries()) {
    const { hash, fileHash, position, form, trust, tokens, score, ...rest } = fragment;
    const { role, slug, freshness, ...details } = rest;
    const { kind, language, symbol, container, ranges } = location ?? {};
    await insertRow(sql, "fragments", {
      record,
      rank: at + 1,
      ...toLocationColumns({ source, location }),
      "content_hash": hash,
      "file_hash": fileHash,
      position,
      form,
      trust,
      tokens,
      score,
      kind,
      role,
      slug,
      freshness,
      details: { language, symbol, container, ranges, ...details },
    });
  }
  for (const [at, omission] of omitted.entries()) {
    const { tokens, reason } = omission;
    await insertRow(sql, "omissions", {
      record,
      rank: at + 1,
      ...toLocationColumns(omission),
      tokens,
      reason,
    });
  }
}

/** Returns a location in the form of the columns. */
function toLocationColumns(
  { source, location }: Pick<Omission, "source"> & { readonly location?: FileLines | undefined },
): Readonly<Record<string, unknown>> {
  if (location === undefined) return { source };
  return { path: location.path, "start_line": location.startLine, "end_line": location.endLine };
}

async function insertRecord(
  sql: Sql,
  draft: InjectionDraft,
  { id, time, shared }: {
    readonly id: number;
    readonly time: number;
    readonly shared: SharedRequest;
  },
): Promise<void> {
  const { session, kind, round, trigger, plan, hash, format, budget, fragments, ...rest } = draft;
  const { index, exclusions, omitted, notes, outcomes, details, durationMs } = rest;
  await insertRow(sql, "records", {
    id,
    session,
    kind,
    round,
    time,
    trigger,
    request: shared.request,
    plan,
    hash,
    format,
    estimator: budget.estimator,
    "budget_limit": budget.limit,
    "budget_used": budget.used,
    "index_state": index,
    exclusions,
    notes,
    outcomes,
    details,
    duration: durationMs,
    fragments: fragments.length,
    omissions: omitted.length,
    texts: shared.texts.length,
  });
}

/** Inserts a row into a table by the names of its columns; an object is stored as JSON. */
async function insertRow(
  sql: Sql,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(row);
  const statement = `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`;
  await sql.run(statement, ...Object.values(row).map(toColumn));
}

function toColumn(value: unknown): string | number | null {
  if (typeof value === "number") return value;
  if (typeof value === "string") return value.replace(UNKEEPABLE_REGEXP, REPLACEMENT_CHARACTER);
  return JSON.stringify(value) ?? null;
}

const WITHDRAW = `INSERT INTO withdrawn (record, time) SELECT id, ?1 FROM records
  WHERE id = ?2 AND time >= ?3 AND NOT EXISTS (SELECT 1 FROM withdrawn WHERE record = ?2)`;

/**
 * Marks a record as not sent, so that its session does not have its passages.
 *
 * @param options.since Time of the request, in milliseconds since 1970. An answer that repeats an
 * earlier one has the number of the earlier one, which was sent.
 * @param options.handlers Handlers that undo the effects of the delivery, in the same transaction.
 */
export async function withdrawInjection(
  state: StateStore,
  id: number,
  { since, handlers = [] }: {
    readonly since: number;
    readonly handlers?: readonly DeliveryHandler[];
  },
): Promise<void> {
  await state.write(async (sql) => {
    const { changes } = await sql.run(WITHDRAW, state.now(), id, since);
    if (changes === 0) return;
    for (const { withdraw } of handlers) await withdraw?.(sql, id);
  });
}
