import type { Sql } from "@dossier/retrieval/state";
import type { Anchor, Observation, ObservationStatus } from "../core/mod.ts";
import type { MemoryPlace } from "./memory_place.ts";
import { addTerms, removeTerms } from "./term_rows.ts";
import { addVector, removeVector } from "./vector_rows.ts";

export type { ObservationStatus };

/** An observation as it is stored. */
export interface StoredObservation extends Observation {
  /** Its status. */
  readonly status: ObservationStatus;
  /**
   * The place where rules found it, such as `transcript.jsonl, events 12–19`; absent when a user
   * stated it.
   */
  readonly evidence?: string | undefined;
}

/** A row of an observation: empty texts mean absent values. */
export interface ObservationRow {
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
  /** Its status. */
  readonly status: ObservationStatus;
  readonly supersededBy?: number;
  readonly sourceProject: string;
  readonly createdAt: number;
  readonly verifiedAt: number;
}

/** The columns of {@link ObservationRow}. */
export const OBSERVATION_COLUMNS =
  `id, agent, kind, content, reason, content_hash AS "contentHash", sim_hash AS "simHash",
  origin, evidence, classification, anchors, tags, weight, session, status,
  superseded_by AS "supersededBy", source_project AS "sourceProject",
  created_at AS "createdAt", verified_at AS "verifiedAt"`;

/** The beginning of the statements that read observations. */
export const SELECT_OBSERVATIONS = `SELECT ${OBSERVATION_COLUMNS} FROM memory_observations`;

/** Returns the number of an id such as `o12`; undefined for an invalid id. */
export function parseObservationId(id: string): number | undefined {
  return /^o[1-9]\d{0,14}$/.test(id) ? Number(id.slice(1)) : undefined;
}

/** Returns the searched text of an observation: its claim, citations and tags. */
function toIndexedText(
  { content, reason, anchors, tags }: IndexedObservation,
): string {
  const cited = anchors.flatMap(({ path, symbol = "" }) => [path, symbol]);
  return [content, reason ?? "", ...cited, ...tags ?? []].join("\n");
}

/** The indexed part of an observation. */
interface IndexedObservation extends Pick<Observation, "content" | "anchors"> {
  readonly reason?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Indexes an observation. */
export async function indexObservation(
  sql: Sql,
  place: MemoryPlace,
  observation: IndexedObservation & {
    readonly id: number;
    readonly status: ObservationStatus;
  },
): Promise<void> {
  const { id, status, content } = observation;
  // Waiting observations are not searched, but compared with new ones.
  const text = status === "active" ? toIndexedText(observation) : undefined;
  await addTerms(sql, place, id, { content, text });
  if (text === undefined) return;
  // The vector is made by the first query.
  await addVector(sql, { project: place.number, observation: id, model: "", numbers: "" });
}

/** Removes an observation from the index. */
export async function removeFromIndex(sql: Sql, id: number): Promise<void> {
  await removeTerms(sql, id);
  await removeVector(sql, id);
}

/** Returns an observation of a project from its row. */
export function toObservation(place: MemoryPlace, row: ObservationRow): StoredObservation {
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
