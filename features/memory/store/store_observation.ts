import type { Sql } from "@dossier/retrieval/state";
import {
  differsInMeaning,
  hammingDistance,
  INITIAL_WEIGHT,
  NEAR_BITS,
  type Observation,
  simHash,
} from "../core/mod.ts";
import { hashText } from "../hash_text.ts";
import { audit, type MemoryPlace } from "./memory_place.ts";
import {
  indexObservation,
  OBSERVATION_COLUMNS,
  type ObservationRow,
  type ObservationStatus,
  removeFromIndex,
  SELECT_OBSERVATIONS,
} from "./observation_row.ts";
import { listBands } from "./term_rows.ts";

/** An observation to store. */
export interface ObservationDraft
  extends Pick<Observation, "kind" | "content" | "origin" | "classification" | "anchors"> {
  readonly reason?: string | undefined;
  readonly evidence?: string | undefined;
  readonly agent?: string | undefined;
  readonly session?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** @default 1 */
  readonly weight?: number | undefined;
  /** True when it waits for review before it is delivered. @default false */
  readonly isWaiting?: boolean | undefined;
  /** The status of one from another memory. @default waiting or active, by `isWaiting` */
  readonly status?: ObservationStatus | undefined;
  /** True when an existing one is left unchanged, whichever status it has. @default false */
  readonly isOnlyNew?: boolean | undefined;
  /** Milliseconds since 1970. @default now */
  readonly createdAt?: number | undefined;
  /** Milliseconds since 1970. @default now */
  readonly verifiedAt?: number | undefined;
  readonly sourceProject?: string | undefined;
  /**
   * Id of the observation that it replaces, which may make the same claim about another place.
   * @default none
   */
  readonly supersedes?: string | undefined;
}

/** The result of storing a draft. */
export interface StoreResult {
  /** Such as `o12`; the id of the existing observation with the same claim, if any. */
  readonly id: string;
  /** The similarity to the existing one; absent when there is none, or it is the one to replace. */
  readonly same?: "exact" | "near" | undefined;
}

const INSERT = `INSERT INTO memory_observations (project, agent, kind, content, reason,
  content_hash, sim_hash, origin, evidence, classification, anchors, tags, weight, session, status,
  source_project, created_at, verified_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (project, agent, content_hash) DO NOTHING RETURNING id`;
const REPLACE = `UPDATE memory_observations SET kind = ?, content = ?, reason = ?, content_hash = ?,
  sim_hash = ?, origin = ?, evidence = ?, classification = ?, anchors = ?, tags = ?, weight = ?,
  session = ?, status = ?, superseded_by = NULL, verified_at = ? WHERE id = ?`;

/** Returns the hash that identifies a claim, without its white space. */
function hashContent(content: string): string {
  return hashText(content.replaceAll(/\s+/g, " ").trim());
}

/**
 * Stores an observation, unless the same claim exists, or nearly the same in other words. The
 * existing one keeps its id, and the new one replaces it when its weight is higher; but a waiting
 * one never replaces an active one.
 */
export async function storeObservation(
  place: MemoryPlace,
  draft: ObservationDraft,
): Promise<StoreResult> {
  return await place.state.write((sql) => storeObservationIn(sql, place, draft));
}

/** Does what {@link storeObservation} does, in the caller's transaction. */
export async function storeObservationIn(
  sql: Sql,
  place: MemoryPlace,
  draft: ObservationDraft,
): Promise<StoreResult> {
  const { number, state } = place;
  const hash = hashContent(draft.content);
  const exact = await sql.get<ObservationRow>(
    `${SELECT_OBSERVATIONS} WHERE project = ? AND agent = ? AND content_hash = ?`,
    number,
    draft.agent ?? "",
    hash,
  );
  const there = exact ?? await findNearDuplicate(sql, place, draft);
  if (there === undefined) {
    const id = await insert(sql, place, draft, hash);
    // Another process has stored the same since the query.
    if (id === undefined) return await storeObservationIn(sql, place, draft);
    await audit(sql, place, { action: "remember", id: `o${id}`, hash });
    return { id: `o${id}` };
  }
  const isSame = `o${there.id}` === draft.supersedes;
  if (draft.isOnlyNew !== true && (isSame || shouldReplace(there, draft))) {
    // A repeated claim keeps its learned weight.
    const values = listValues(isSame ? { ...draft, weight: there.weight } : draft, hash);
    const status = toStatus(draft);
    await removeFromIndex(sql, there.id);
    await sql.run(REPLACE, ...values, status, state.now(), there.id);
    await indexObservation(sql, place, { ...draft, id: there.id, status });
    await audit(sql, place, { action: "replace", id: `o${there.id}`, hash });
  }
  if (isSame) return { id: `o${there.id}` };
  return { id: `o${there.id}`, same: exact === undefined ? "near" : "exact" };
}

function shouldReplace(there: ObservationRow, draft: ObservationDraft): boolean {
  // Rules do not restore what a user has refused or replaced; a user can restate it.
  if (there.status === "refused" || there.status === "superseded") {
    return draft.origin === "explicit";
  }
  if (there.status === "active" && toStatus(draft) !== "active") return false;
  if (there.status === "waiting" && toStatus(draft) === "active") return true;
  return (draft.weight ?? INITIAL_WEIGHT) > there.weight;
}

function toStatus({ status, isWaiting }: ObservationDraft): ObservationStatus {
  return status ?? (isWaiting ? "waiting" : "active");
}

async function insert(
  sql: Sql,
  place: MemoryPlace,
  draft: ObservationDraft,
  hash: string,
): Promise<number | undefined> {
  const now = place.state.now();
  const status = toStatus(draft);
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
  if (id !== undefined) await indexObservation(sql, place, { ...draft, id, status });
  return id;
}

/** Returns the values of a draft in the order of both statements. */
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

/**
 * Returns the observation of the project with nearly the same claim: few bits of its SimHash
 * differ.
 */
async function findNearDuplicate(
  sql: Sql,
  { number }: MemoryPlace,
  { content, agent = "", supersedes }: ObservationDraft,
): Promise<ObservationRow | undefined> {
  const fingerprint = simHash(content);
  const bands = listBands(fingerprint);
  // CROSS JOIN keeps this order in SQLite, which would read all observations of the project
  // otherwise.
  const rows = await sql.all<ObservationRow>(
    `SELECT ${OBSERVATION_COLUMNS} FROM (SELECT DISTINCT observation FROM memory_terms
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
    hammingDistance(row.simHash, fingerprint) <= NEAR_BITS &&
    !differsInMeaning(row.content, content)
  );
}
