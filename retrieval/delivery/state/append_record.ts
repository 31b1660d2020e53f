import type { Omission } from "@dossier/core";
import { RetrievalError } from "../../machine/mod.ts";
import { lastId } from "./last_id.ts";
import type { State } from "./open_state.ts";
import type { Injection, InjectionDraft } from "./record.ts";
import { checkSessionId } from "./session_id.ts";
import { insertTexts, type SharedRequest } from "./shared_texts.ts";

/** What SQLite and UTF-8 would not give back: halves of characters, and NUL, which ends a text. */
const UNKEEPABLE_REGEXP = /[\p{Cs}\0]/gu;
const REPLACEMENT_CHARACTER = "\ufffd";

const SELECT_ROUND = "SELECT id FROM records WHERE session = ? AND round = ?";
const UPSERT_SESSION = `INSERT INTO sessions (id, issue, created_at, updated_at)
  VALUES (?1, ?2, ?3, ?3) ON CONFLICT (id) DO UPDATE SET
    issue = coalesce(excluded.issue, issue), updated_at = excluded.updated_at`;
const INSERT_FRAGMENT = `INSERT INTO fragments (record, rank, source, path, start_line, end_line,
  content_hash, file_hash, position, form, trust, tokens, score, kind, role, slug, freshness, details)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_OMISSION = `INSERT INTO omissions (record, rank, source, path, start_line, end_line,
  tokens, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_RECORD = `INSERT INTO records (id, session, kind, round, time, trigger, request, plan,
  hash, format, estimator, budget_limit, budget_used, index_state, exclusions, notes, outcomes,
  details, duration, fragments, omissions, texts)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const SELECT_LAST = "SELECT coalesce(max(id), 0) FROM records WHERE session = ?";

/** What a record is found by. */
export type AppendedRecord = Pick<Injection, "id" | "time">;

/** What is known of a record besides its draft. */
export interface AppendRecordOptions {
  /** The request of the draft with its long texts apart, so that they are kept once. */
  readonly shared?: SharedRequest | undefined;
  /** What {@link lastRecord} said of the session when its draft was begun. */
  readonly last?: number | undefined;
}

/**
 * Thrown when a session was given something else since a draft for it was begun: the draft may give what
 * the session holds by now, so a new one is to be made.
 */
export class SessionMoved extends Error {}

/**
 * Records a bundle or an answer, and returns its number and time. When this returns, the record is on
 * the disk, whole; when it throws, or the process dies, there is nothing of it.
 *
 * A session that is not known yet begins with it.
 *
 * @throws {SessionMoved} When `last` is given and the session has got another record since. Of those who
 * make drafts for one session at once, in whatever process, one is recorded, so that all come to an end.
 * @throws {RetrievalError} `invalid-session`; `round-taken` when the round has been answered in the
 * meantime, after which `beginRound` says what to do; and what `openState` throws.
 */
export function appendRecord(
  state: State,
  draft: InjectionDraft,
  { shared = { request: draft.request, texts: [] }, last }: AppendRecordOptions = {},
): AppendedRecord {
  const { session, round } = draft;
  if (session !== undefined) checkSessionId(session);
  return state.write(() => {
    if (session !== undefined && round !== undefined) refuseTaken(state, session, round);
    if (session !== undefined && last !== undefined && readLast(state, session) !== last) {
      throw new SessionMoved();
    }
    const time = state.now();
    if (session !== undefined) {
      const issue = draft.request.issue?.id;
      state.statement(UPSERT_SESSION).run(session, toColumn(issue || undefined), time);
    }
    const id = lastId(state) + 1;
    // The row of the record comes last: from then on nothing can be added to it.
    insertParts(state, id, draft);
    insertTexts(state, id, shared.texts);
    insertRecord(state, draft, { id, time, shared });
    return { id, time: new Date(time).toISOString() };
  });
}

/**
 * Returns the number of the last record of a session, 0 when there is none.
 *
 * @throws {RetrievalError} `invalid-session`, and what `openState` throws.
 */
export function lastRecord(state: State, session: string): number {
  checkSessionId(session);
  return state.read(() => readLast(state, session));
}

function readLast(state: State, session: string): number {
  return (state.statement(SELECT_LAST).get(session) as unknown as [number])[0];
}

function refuseTaken(state: State, session: string, round: number): void {
  if (state.statement(SELECT_ROUND).get(session, round) !== undefined) {
    throw roundTaken(session, round);
  }
}

/** Returns the error that says that a round of a session was answered to something else. */
export function roundTaken(session: string, round: number): RetrievalError {
  return new RetrievalError(
    "round-taken",
    `Cannot answer round ${round} of the session "${session}" as it has been answered to another text: leave the round out for the next one`,
  );
}

function insertParts(state: State, id: number, { fragments, omitted }: InjectionDraft): void {
  const insertFragment = state.statement(INSERT_FRAGMENT);
  for (const [index, fragment] of fragments.entries()) {
    const { location, hash, fileHash, position, form, trust, tokens, score, ...more } = fragment;
    const { source: _, role, slug, freshness, ...rest } = more;
    const { kind, language, symbol } = location ?? {};
    insertFragment.run(
      ...[id, index + 1, ...toPlace(fragment), hash, fileHash, position, form, trust],
      ...[tokens, score, kind ?? null, role ?? null, toColumn(slug), freshness ?? null],
      toJson({ language, symbol, ...rest }),
    );
  }
  const insertOmission = state.statement(INSERT_OMISSION);
  for (const [index, omission] of omitted.entries()) {
    const { tokens, reason } = omission;
    insertOmission.run(id, index + 1, ...toPlace(omission), tokens, reason);
  }
}

/** Returns where something is from as the columns have it: source, path and lines. */
function toPlace(
  { source, location }: Pick<Omission, "source" | "location">,
): (string | number | null)[] {
  if (location === undefined) return [toColumn(source), null, null, null];
  return [null, toColumn(location.path), location.startLine, location.endLine];
}

function insertRecord(
  state: State,
  draft: InjectionDraft,
  { id, time, shared }: {
    readonly id: number;
    readonly time: number;
    readonly shared: SharedRequest;
  },
): void {
  const { budget } = draft;
  state.statement(INSERT_RECORD).run(
    id,
    draft.session ?? null,
    draft.kind,
    draft.round ?? null,
    time,
    toColumn(draft.trigger),
    toJson(shared.request),
    toJson(draft.plan),
    draft.hash,
    draft.format,
    budget.estimator,
    budget.limit,
    budget.used,
    toJson(draft.index),
    toJson(draft.exclusions),
    toJson(draft.notes),
    toJson(draft.outcomes),
    toJson(draft.details),
    draft.durationMs ?? null,
    draft.fragments.length,
    draft.omitted.length,
    shared.texts.length,
  );
}

/** Returns a text as a column can hold it, for an absent one NULL. */
function toColumn(text: string | undefined): string | null {
  return text?.replace(UNKEEPABLE_REGEXP, REPLACEMENT_CHARACTER) ?? null;
}

/** Returns the JSON of a value, for an absent one NULL. */
function toJson(value: unknown): string | null {
  return JSON.stringify(value) ?? null;
}

const INSERT = `INSERT INTO withdrawn (record, time) SELECT id, ?1 FROM records
  WHERE id = ?2 AND time >= ?3 AND NOT EXISTS (SELECT 1 FROM withdrawn WHERE record = ?2)`;

/**
 * Notes that what a record says was given was not sent after all, so that its session does not hold it.
 *
 * @param id Number of the record.
 * @param since When it was asked for, in milliseconds since 1970: an answer that repeats one of before has
 * the record of that one, which was sent.
 * @throws {RetrievalError} `state-damaged` and the like.
 */
export function withdrawRecord(
  state: State,
  id: number,
  { since }: { readonly since: number },
): void {
  state.write(() => state.statement(INSERT).run(state.now(), id, since));
}
