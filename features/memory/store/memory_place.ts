import { hashText } from "../hash_text.ts";
import type { Sql, StateStore } from "@dossier/retrieval/state";
import { chainEvent, toCanonicalJson } from "../core/mod.ts";
import type { JsonValue } from "@dossier/core/text";
import type { SqlDialect } from "./sql_dialect.ts";

/** The owner of a memory: other projects are read only with a grant. */
export interface ProjectName {
  /** `local` unless set: one machine has only one. */
  readonly organization: string;
  /** The name of the project. */
  readonly project: string;
}

/** The memory of a project in a store. */
export interface MemoryPlace extends ProjectName {
  /** The store. */
  readonly state: StateStore;
  /** The dialect of its SQL. */
  readonly dialect: SqlDialect;
  /** The number of the project in the store. */
  readonly number: number;
}

const FIND_PROJECT = "SELECT id FROM memory_projects WHERE organization = ? AND name = ?";
const ADD_PROJECT =
  `INSERT INTO memory_projects (organization, name, fingerprint, settings) VALUES (?, ?, '[]', '{}')
  ON CONFLICT (organization, name) DO NOTHING`;

/** Returns the memory of a project in a store with the tables of memory. */
export async function openMemoryPlace(
  state: StateStore,
  { organization, project }: ProjectName,
  dialect: SqlDialect,
): Promise<MemoryPlace> {
  const name = { organization, project };
  const known = await state.read((sql) => findProject(sql, name));
  const number = known ?? await state.write((sql) => numberProject(sql, name));
  return { state, dialect, organization, project, number };
}

/** Returns the number of a project in a store, in the caller's transaction; adds a new project. */
export async function numberProject(
  sql: Sql,
  { organization, project }: ProjectName,
): Promise<number> {
  await sql.run(ADD_PROJECT, organization, project);
  return (await findProject(sql, { organization, project }))!;
}

function findProject(sql: Sql, { organization, project }: ProjectName) {
  return sql.value<number>(FIND_PROJECT, organization, project);
}

const ADD_END = `INSERT INTO memory_audit_ends (project, sequence, hash) VALUES (?, 0, ?)
  ON CONFLICT (project) DO NOTHING`;
// Locks the end of the chain until the transaction ends, so that no two entries have the same
// predecessor.
const ADVANCE = `UPDATE memory_audit_ends SET sequence = sequence + 1 WHERE project = ?
  RETURNING sequence, hash`;
const SET_HASH = "UPDATE memory_audit_ends SET hash = ? WHERE project = ?";
const ADD_ENTRY = `INSERT INTO memory_audit (project, sequence, event, previous_hash, hash)
  VALUES (?, ?, ?, ?, ?)`;
const LIST_ENTRIES = `SELECT sequence, event, previous_hash AS "previousHash", hash
  FROM memory_audit WHERE project = ? AND sequence > ? ORDER BY sequence LIMIT ?`;

/** Adds an entry to the audit chain of the project, in the transaction of the change. */
export async function audit(
  sql: Sql,
  { number, state }: MemoryPlace,
  event: Readonly<Record<string, JsonValue>>,
): Promise<void> {
  const end = await advance(sql, number) ?? await beginChain(sql, number);
  const last = end.hash === "" ? undefined : { sequence: end.sequence - 1, hash: end.hash };
  const entry = chainEvent({ ...event, time: state.now() }, last, hashText);
  await sql.run(SET_HASH, entry.hash, number);
  const text = toCanonicalJson(entry.event);
  await sql.run(ADD_ENTRY, number, entry.sequence, text, entry.previousHash, entry.hash);
}

interface ChainEnd {
  readonly sequence: number;
  /** Hash of the previous entry; empty when there is none. */
  readonly hash: string;
}

function advance(sql: Sql, number: number): Promise<ChainEnd | undefined> {
  return sql.get<ChainEnd>(ADVANCE, number);
}

async function beginChain(sql: Sql, number: number): Promise<ChainEnd> {
  await sql.run(ADD_END, number, "");
  return (await advance(sql, number))!;
}

/** Entries per query. */
const PAGE = 1000;

/** Yields the entries of a project's chain in order, read page by page. */
export async function* listAudit({ state, number }: MemoryPlace): AsyncGenerator<{
  readonly sequence: number;
  readonly event: JsonValue;
  readonly previousHash: string;
  readonly hash: string;
}> {
  type Row = { sequence: number; event: string; previousHash: string; hash: string };
  for (let last = 0;;) {
    const rows = await state.read((sql) => sql.all<Row>(LIST_ENTRIES, number, last, PAGE));
    for (const row of rows) yield { ...row, event: state.parse<JsonValue>(row.event) };
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.sequence;
  }
}
