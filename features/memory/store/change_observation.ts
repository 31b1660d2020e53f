import type { Sql } from "@dossier/retrieval/state";
import type { Anchor } from "../core/mod.ts";
import { eraseFromInjects } from "./inject_queue.ts";
import { audit, type MemoryPlace } from "./memory_place.ts";
import {
  indexObservation,
  type ObservationRow,
  type ObservationStatus,
  parseObservationId,
  removeFromIndex,
  SELECT_OBSERVATIONS,
  toObservation,
} from "./observation_row.ts";

/** A change of a stored observation. */
export type ObservationChange =
  /** It may be delivered. */
  | { readonly action: "accept" }
  /** It is never delivered, nor proposed by rules again. */
  | { readonly action: "refuse" }
  /** A user has confirmed it, with its present citations. */
  | { readonly action: "verify"; readonly anchors: readonly Anchor[] }
  /** Another one, by its id, replaces it. */
  | { readonly action: "supersede"; readonly by: string }
  /** Its text is erased; its deliveries stay recorded by its id. */
  | { readonly action: "forget" };

/** Changes an observation; returns false when no observation with that id allows it. */
export async function changeObservation(
  place: MemoryPlace,
  id: string,
  change: ObservationChange,
): Promise<boolean> {
  return await place.state.write((sql) => changeObservationIn(sql, place, id, change));
}

/** Does what {@link changeObservation} does, in the caller's transaction. */
export async function changeObservationIn(
  sql: Sql,
  place: MemoryPlace,
  id: string,
  change: ObservationChange,
): Promise<boolean> {
  const at = parseObservationId(id);
  if (at === undefined) return false;
  const row = await sql.get<ObservationRow>(
    `${SELECT_OBSERVATIONS} WHERE project = ? AND id = ? AND content <> ''${place.dialect.lockRow}`,
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
  row: ObservationRow,
  change: ObservationChange,
): Promise<void> {
  const { id } = row;
  const { content, reason, anchors, tags } = toObservation(place, row);
  const reindex = async (status: ObservationStatus, cited = anchors) => {
    await removeFromIndex(sql, id);
    await indexObservation(sql, place, { id, status, content, reason, anchors: cited, tags });
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
      await sql.run(SET_STATUS, "superseded", parseObservationId(change.by) ?? null, id);
      return await reindex("superseded");
    case "forget":
      await removeFromIndex(sql, id);
      await eraseFromInjects(sql, place, id);
      await sql.run(REMOVE_NODES, place.number, place.number, id, id);
      await sql.run(REMOVE_EDGES, id);
      await sql.run(ERASE, id);
  }
}
