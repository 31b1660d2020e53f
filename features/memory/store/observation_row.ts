import type { Sql } from "@dossier/retrieval/state";
import type { Anchor, Observation, ObservationStatus } from "../core/mod.ts";
import type { MemoryPlace } from "./memory_place.ts";
import { addTerms, removeTerms } from "./term_rows.ts";
import { addVector, removeVector } from "./vector_rows.ts";

export type { ObservationStatus };

/** An observation as it is stored. */
export interface StoredObservation extends Observation {
  /** What became of it. */
  readonly status: ObservationStatus;
  /** Where rules found it, such as `transcript.jsonl, events 12–19`; absent when somebody stated it. */
  readonly evidence?: string | undefined;
}

/** An observation as its table has it: empty texts stand for none. */
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
  /** What became of it. */
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

/** The beginning of what reads them. */
export const SELECT_OBSERVATIONS = `SELECT ${OBSERVATION_COLUMNS} FROM memory_observations`;

/** Returns the number of an id such as `o12`; undefined for what is no id. */
export function numberOfId(id: string): number | undefined {
  return /^o[1-9]\d{0,14}$/.test(id) ? Number(id.slice(1)) : undefined;
}

/** Returns what an observation is found by: what it says, cites and is tagged with. */
function textOfObservation(
  { content, reason, anchors, tags }: IndexedObservation,
): string {
  const cited = anchors.flatMap(({ path, symbol = "" }) => [path, symbol]);
  return [content, reason ?? "", ...cited, ...tags ?? []].join("\n");
}

/** What of an observation is indexed. */
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
  // What waits for review is found by nobody, but the same is not stored twice.
  const text = status === "active" ? textOfObservation(observation) : undefined;
  await addTerms(sql, place, id, { content, text });
  if (text === undefined) return;
  // Its vector is made when it is asked for.
  await addVector(sql, { project: place.number, observation: id, model: "", numbers: "" });
}

/** Takes an observation out of the index. */
export async function removeFromIndex(sql: Sql, id: number): Promise<void> {
  await removeTerms(sql, id);
  await removeVector(sql, id);
}

/** Returns an observation of the project of a place from its row. */
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
