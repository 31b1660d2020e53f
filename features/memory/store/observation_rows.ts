import { hashText } from "../hash_text.ts";
import type { Sql } from "@dossier/retrieval/state";
import {
  type Anchor,
  hammingDistance,
  INITIAL_WEIGHT,
  NEAR_BITS,
  type Observation,
  saysOther,
  simHash,
} from "../core/mod.ts";
import { eraseFromInjects } from "./inject_queue.ts";
import { audit, type MemoryPlace } from "./memory_place.ts";
import { addTerms, listBands, removeTerms } from "./term_rows.ts";

/** What became of an observation: it waits for review, is given, was refused, or another has replaced it. */
export type ObservationStatus = "waiting" | "active" | "refused" | "superseded";

/** An observation as it is stored. */
export interface StoredObservation extends Observation {
  /** What became of it. */
  readonly status: ObservationStatus;
  /** Where rules found it, such as `transcript.jsonl, events 12–19`; absent when somebody stated it. */
  readonly evidence?: string | undefined;
}

/** What is to be stored. */
export interface ObservationDraft
  extends Pick<Observation, "kind" | "content" | "origin" | "classification" | "anchors"> {
  readonly reason?: string | undefined;
  readonly evidence?: string | undefined;
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** @default 1 */
  readonly weight?: number | undefined;
  /** Whether somebody has to agree before it is given. @default false */
  readonly isWaiting?: boolean | undefined;
  /** Of one that comes from elsewhere. @default waiting or active, by `isWaiting` */
  readonly status?: ObservationStatus | undefined;
  /** Whether one that is there, whatever became of it, stays as it is. @default false */
  readonly isOnlyNew?: boolean | undefined;
  /** Milliseconds since 1970. @default now */
  readonly createdAt?: number | undefined;
  /** Milliseconds since 1970. @default now */
  readonly verifiedAt?: number | undefined;
  readonly sourceProject?: string | undefined;
  /** Id of the observation that it replaces, which may say the same of another place. @default none */
  readonly supersedes?: string | undefined;
}

/** What became of a draft. */
export interface Kept {
  /** Such as `o12`; that of the observation that says the same, where there is one. */
  readonly id: string;
  /** How the one that was there compares; absent when there was none, or it is the one to be replaced. */
  readonly same?: "exact" | "near" | undefined;
}

interface Row {
  readonly id: number;
  readonly agent: string;
  readonly kind: Observation["kind"];
  readonly content: string;
  readonly reason: string;
  readonly contentHash: string;
  readonly simHash: string;
  readonly origin: Observation["origin"];
  readonly evidence: string;
  readonly classification: Observation["classification"];
  readonly anchors: string;
  readonly tags: string;
  readonly weight: number;
  readonly session: string;
  /** What became of it. */
  readonly status: ObservationStatus;
  readonly supersededBy?: number;
  readonly sourceProject: string;
  readonly createdAt: number;
  readonly verifiedAt: number;
}

const COLUMNS =
  `id, agent, kind, content, reason, content_hash AS "contentHash", sim_hash AS "simHash",
  origin, evidence, classification, anchors, tags, weight, session, status,
  superseded_by AS "supersededBy", source_project AS "sourceProject",
  created_at AS "createdAt", verified_at AS "verifiedAt"`;
const SELECT = `SELECT ${COLUMNS} FROM memory_observations`;
// The sign keeps SQLite from reading all observations of a project in search of some ids.
const IN_PROJECT = "+project = ?";
const INSERT = `INSERT INTO memory_observations (project, agent, kind, content, reason,
  content_hash, sim_hash, origin, evidence, classification, anchors, tags, weight, session, status,
  source_project, created_at, verified_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (project, agent, content_hash) DO NOTHING RETURNING id`;
const REPLACE = `UPDATE memory_observations SET kind = ?, content = ?, reason = ?, content_hash = ?,
  sim_hash = ?, origin = ?, evidence = ?, classification = ?, anchors = ?, tags = ?, weight = ?,
  session = ?, status = ?, superseded_by = NULL, verified_at = ? WHERE id = ?`;

/** Returns the number of an id such as `o12`; undefined for what is no id. */
export function numberOfId(id: string): number | undefined {
  return /^o[1-9]\d{0,14}$/.test(id) ? Number(id.slice(1)) : undefined;
}

/** Returns the hash by which two observations are told apart: spaces do not count. */
export function hashContent(content: string): string {
  return hashText(content.replaceAll(/\s+/g, " ").trim());
}

/**
 * Stores an observation, unless there is one that says the same, or nearly so in other words. The one that is there
 * keeps its id, and is replaced by the new one when that weighs more; but nothing that waits takes the place of what is
 * given.
 */
export async function keepObservation(place: MemoryPlace, draft: ObservationDraft): Promise<Kept> {
  return await place.state.write((sql) => keepIn(sql, place, draft));
}

/** Does what {@link keepObservation} does, in the caller's transaction. */
export async function keepIn(
  sql: Sql,
  place: MemoryPlace,
  draft: ObservationDraft,
): Promise<Kept> {
  const { number, state } = place;
  const hash = hashContent(draft.content);
  const exact = await sql.get<Row>(
    `${SELECT} WHERE project = ? AND agent = ? AND content_hash = ?`,
    number,
    draft.agent ?? "",
    hash,
  );
  const there = exact ?? await findNear(sql, place, draft);
  if (there === undefined) {
    const id = await insert(sql, place, draft, hash);
    // Another has stored the same since it was looked for.
    if (id === undefined) return await keepIn(sql, place, draft);
    await audit(sql, place, { action: "remember", id: `o${id}`, hash });
    return { id: `o${id}` };
  }
  const isSame = `o${there.id}` === draft.supersedes;
  if (draft.isOnlyNew !== true && (isSame || isReplaced(there, draft))) {
    // In the same words it has learned what it has.
    const values = listValues(isSame ? { ...draft, weight: there.weight } : draft, hash);
    const status = statusOf(draft);
    await removeTerms(sql, there.id);
    await sql.run(REPLACE, ...values, status, state.now(), there.id);
    await index(sql, place, { ...draft, id: there.id, status });
    await audit(sql, place, { action: "replace", id: `o${there.id}`, hash });
  }
  if (isSame) return { id: `o${there.id}` };
  return { id: `o${there.id}`, same: exact === undefined ? "near" : "exact" };
}

function isReplaced(there: Row, draft: ObservationDraft): boolean {
  // Rules do not bring back what somebody has refused or replaced; somebody who states it does.
  if (there.status === "refused" || there.status === "superseded") {
    return draft.origin === "explicit";
  }
  if (there.status === "active" && statusOf(draft) !== "active") return false;
  if (there.status === "waiting" && statusOf(draft) === "active") return true;
  return (draft.weight ?? INITIAL_WEIGHT) > there.weight;
}

function statusOf({ status, isWaiting }: ObservationDraft): ObservationStatus {
  return status ?? (isWaiting ? "waiting" : "active");
}

async function insert(
  sql: Sql,
  place: MemoryPlace,
  draft: ObservationDraft,
  hash: string,
): Promise<number | undefined> {
  const now = place.state.now();
  const status = statusOf(draft);
  const id = await sql.value<number>(
    INSERT,
    place.number,
    draft.agent ?? "",
    ...listValues(draft, hash),
    status,
    draft.sourceProject ?? "",
    draft.createdAt ?? now,
    draft.verifiedAt ?? now,
  );
  if (id !== undefined) await index(sql, place, { ...draft, id, status });
  return id;
}

/** Returns the values of a draft in the order that both statements have. */
function listValues(draft: ObservationDraft, hash: string) {
  return [
    draft.kind,
    draft.content,
    draft.reason ?? "",
    hash,
    simHash(draft.content),
    draft.origin,
    draft.evidence ?? "",
    draft.classification,
    JSON.stringify(draft.anchors),
    JSON.stringify(draft.tags ?? []),
    draft.weight ?? INITIAL_WEIGHT,
    draft.session ?? "",
  ] as const;
}

async function index(
  sql: Sql,
  place: MemoryPlace,
  observation:
    & { readonly id: number; readonly status: ObservationStatus }
    & Pick<Observation, "content" | "anchors">
    & { readonly reason?: string | undefined; readonly tags?: readonly string[] | undefined },
): Promise<void> {
  const { id, status, content, reason, anchors, tags } = observation;
  await addTerms(sql, place, id, {
    content,
    // What waits for review is found by nobody, but the same is not stored twice.
    more: status === "active"
      ? [reason ?? "", ...anchors.flatMap(({ path, symbol = "" }) => [path, symbol]), ...tags ?? []]
      : undefined,
  });
}

/** Returns the observation of the project that says nearly the same: few bits of its SimHash differ. */
async function findNear(
  sql: Sql,
  { number }: MemoryPlace,
  { content, agent = "", supersedes }: ObservationDraft,
): Promise<Row | undefined> {
  const fingerprint = simHash(content);
  const bands = listBands(fingerprint);
  // Joined crosswise, which SQLite keeps in this order: it would read all observations of the project otherwise.
  const rows = await sql.all<Row>(
    `SELECT ${COLUMNS} FROM (SELECT DISTINCT observation FROM memory_terms
      WHERE project = ? AND term IN (${bands.map(() => "?").join(", ")})) AS near
    CROSS JOIN memory_observations
    WHERE id = near.observation AND project = ? AND agent = ? ORDER BY id`,
    number,
    ...bands,
    number,
    agent,
  );
  return rows.find((row) =>
    row.status !== "superseded" && row.simHash !== "" && `o${row.id}` !== supersedes &&
    hammingDistance(row.simHash, fingerprint) <= NEAR_BITS && !saysOther(row.content, content)
  );
}

/** Returns an observation of the project by its id, whatever became of it. */
export async function findObservation(
  place: MemoryPlace,
  id: string,
): Promise<StoredObservation | undefined> {
  return (await findObservations(place, [id]))[0];
}

/** Returns those observations of the project that there are, in the order of the ids. */
export async function findObservations(
  place: MemoryPlace,
  ids: readonly string[],
): Promise<readonly StoredObservation[]> {
  const numbers = ids.flatMap((id) => numberOfId(id) ?? []);
  if (numbers.length === 0) return [];
  const rows = await place.state.read((sql) =>
    sql.all<Row>(
      `${SELECT} WHERE ${IN_PROJECT} AND id IN (${numbers.map(() => "?").join(", ")})`,
      place.number,
      ...numbers,
    )
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return numbers.flatMap((number) => {
    const row = byId.get(number);
    return row === undefined ? [] : [toObservation(place, row)];
  });
}

/** Which observations are listed. */
export interface ListObservationsOptions {
  /** @default all */
  readonly status?: ObservationStatus | undefined;
  /** Only those with a smaller number: the last of the page before. */
  readonly before?: string | undefined;
  /** Only those with a larger number, the oldest first: the last of the page before, or `o0`. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Returns observations of the project, the newest first where `after` is not given. */
export async function listObservations(
  place: MemoryPlace,
  { status, before, after, limit }: ListObservationsOptions,
): Promise<readonly StoredObservation[]> {
  const rows = await place.state.read((sql) =>
    sql.all<Row>(
      `${SELECT} WHERE project = ? AND content <> '' ${
        status === undefined ? "" : "AND status = ? "
      }
      AND id < ? AND id > ? ORDER BY id ${after === undefined ? "DESC" : "ASC"} LIMIT ?`,
      place.number,
      ...(status === undefined ? [] : [status]),
      numberOfId(before ?? "") ?? Number.MAX_SAFE_INTEGER,
      numberOfId(after ?? "") ?? 0,
      limit,
    )
  );
  return rows.map((row) => toObservation(place, row));
}

/** Active observations of a file that are read, the newest first. */
const MAX_CITING = 200;

/** Returns the active observations of the project that cite one of some files, or something in it, the newest first. */
export async function listCiting(
  place: MemoryPlace,
  paths: readonly string[],
): Promise<readonly StoredObservation[]> {
  if (paths.length === 0) return [];
  const patterns = paths.map((path) =>
    `%${JSON.stringify({ path }).slice(1, -1).replaceAll(/[!%_]/g, "!$&")}%`
  );
  const rows = await place.state.read((sql) =>
    sql.all<Row>(
      `${SELECT} WHERE project = ? AND status = 'active'
      AND (${patterns.map(() => "anchors LIKE ? ESCAPE '!'").join(" OR ")})
      ORDER BY id DESC LIMIT ?`,
      place.number,
      ...patterns,
      MAX_CITING,
    )
  );
  // LIKE takes large and small letters of SQLite for the same.
  return rows.map((row) => toObservation(place, row))
    .filter(({ anchors }) => anchors.some(({ path }) => paths.includes(path)));
}

/** Returns how many observations of the project have each status. */
export async function countObservations(
  { state, number }: MemoryPlace,
): Promise<Readonly<Record<ObservationStatus, number>>> {
  type Count = { readonly status: ObservationStatus; readonly count: number };
  const counts = await state.read((sql) =>
    sql.all<Count>(
      `SELECT status, count(*) AS count FROM memory_observations
      WHERE project = ? AND content <> '' GROUP BY status`,
      number,
    )
  );
  const none = { waiting: 0, active: 0, refused: 0, superseded: 0 };
  return { ...none, ...Object.fromEntries(counts.map(({ status, count }) => [status, count])) };
}

/** What may be done to a stored observation. */
export type ObservationChange =
  /** It is given from now on. */
  | { readonly action: "accept" }
  /** It is never given, nor found by rules again. */
  | { readonly action: "refuse" }
  /** Somebody has seen that it still holds, with what it cites now. */
  | { readonly action: "verify"; readonly anchors: readonly Anchor[] }
  /** Another one, by its id, holds in its place. */
  | { readonly action: "supersede"; readonly by: string }
  /** Its text is erased; what sessions were given of it is still known by its id. */
  | { readonly action: "forget" };

/** Changes an observation, and returns whether there is one with that id that this can be done to. */
export async function changeObservation(
  place: MemoryPlace,
  id: string,
  change: ObservationChange,
): Promise<boolean> {
  return await place.state.write((sql) => changeIn(sql, place, id, change));
}

/** Does what {@link changeObservation} does, in the caller's transaction. */
export async function changeIn(
  sql: Sql,
  place: MemoryPlace,
  id: string,
  change: ObservationChange,
): Promise<boolean> {
  const at = numberOfId(id);
  if (at === undefined) return false;
  const row = await sql.get<Row>(
    `${SELECT} WHERE project = ? AND id = ? AND content <> ''${place.dialect.lockRow}`,
    place.number,
    at,
  );
  if (row === undefined) return false;
  await applyChange(sql, place, row, change);
  await audit(sql, place, {
    action: change.action,
    id,
    ...(change.action === "supersede" ? { by: change.by } : {}),
  });
  return true;
}

const SET_STATUS = "UPDATE memory_observations SET status = ?, superseded_by = ? WHERE id = ?";
const SET_ANCHORS = "UPDATE memory_observations SET anchors = ?, verified_at = ? WHERE id = ?";
const ERASE =
  `UPDATE memory_observations SET content = '', reason = '', sim_hash = '', evidence = '',
  anchors = '[]', tags = '[]', session = '', status = 'refused' WHERE id = ?`;
// The node of a claim has the beginning of its text.
const REMOVE_NODES = `DELETE FROM memory_nodes WHERE project = ?
  AND id IN (SELECT source FROM memory_edges WHERE project = ? AND observation = ?)
  AND NOT EXISTS (SELECT 1 FROM memory_edges AS other WHERE other.project = memory_nodes.project
    AND other.observation <> ? AND (other.source = memory_nodes.id OR other.target = memory_nodes.id))`;
const REMOVE_EDGES = "DELETE FROM memory_edges WHERE observation = ?";

async function applyChange(
  sql: Sql,
  place: MemoryPlace,
  row: Row,
  change: ObservationChange,
): Promise<void> {
  const { id } = row;
  const { content, reason, anchors, tags } = toObservation(place, row);
  const reindex = async (status: ObservationStatus, cited = anchors) => {
    await removeTerms(sql, id);
    await index(sql, place, { id, status, content, reason, anchors: cited, tags });
  };
  switch (change.action) {
    case "accept":
      await sql.run(SET_STATUS, "active", null, id);
      return await reindex("active");
    case "refuse":
      await sql.run(SET_STATUS, "refused", null, id);
      return await reindex("refused");
    case "verify":
      await sql.run(SET_ANCHORS, JSON.stringify(change.anchors), place.state.now(), id);
      return await reindex(row.status, change.anchors);
    case "supersede":
      await sql.run(SET_STATUS, "superseded", numberOfId(change.by) ?? null, id);
      return await reindex("superseded");
    case "forget":
      await removeTerms(sql, id);
      await eraseFromInjects(sql, place, id);
      await sql.run(REMOVE_NODES, place.number, place.number, id, id);
      await sql.run(REMOVE_EDGES, id);
      await sql.run(ERASE, id);
  }
}

function toObservation(place: MemoryPlace, row: Row): StoredObservation {
  const { id, agent, anchors, tags, session, reason, evidence, sourceProject, supersededBy } = row;
  const { organization, project, state } = place;
  return {
    id: `o${id}`,
    scope: { organization, project, ...(agent === "" ? {} : { agent }) },
    kind: row.kind,
    content: row.content,
    ...(reason === "" ? {} : { reason }),
    contentHash: row.contentHash,
    origin: row.origin,
    ...(evidence === "" ? {} : { evidence }),
    classification: row.classification,
    anchors: state.parse<readonly Anchor[]>(anchors),
    weight: row.weight,
    ...(session === "" ? {} : { session }),
    tags: state.parse<readonly string[]>(tags),
    createdAt: row.createdAt,
    verifiedAt: row.verifiedAt,
    ...(supersededBy === undefined ? {} : { supersededBy: `o${supersededBy}` }),
    ...(sourceProject === "" ? {} : { sourceProject }),
    status: row.status,
  };
}
