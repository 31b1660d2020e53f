import type { Sql } from "@dossier/retrieval/state";
import type { MemoryPlace } from "./memory_place.ts";
import { changeObservationIn } from "./change_observation.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Observations that are erased per transaction. */
const BATCH = 500;

const SELECT_UNUSED = `SELECT id FROM memory_observations AS one
  WHERE project = ? AND content <> '' AND id > ? AND created_at < ? AND verified_at < ?
  AND NOT EXISTS (SELECT 1 FROM memory_given
    JOIN memory_outcomes ON memory_outcomes.project = memory_given.project
      AND memory_outcomes.session = memory_given.session
    WHERE memory_given.project = one.project AND memory_given.observation = one.id
      AND memory_outcomes.outcome = 'accepted' AND memory_outcomes.time >= ?)
  ORDER BY id LIMIT ?`;

/**
 * Erases the texts of observations that no user has stated or verified for some days, and that no
 * session received which was accepted in that time. Returns the ids, oldest first.
 *
 * @param options.isDry True when they are only listed. @default false
 */
export async function pruneObservations(
  place: MemoryPlace,
  { days, isDry = false }: { readonly days: number; readonly isDry?: boolean },
): Promise<readonly string[]> {
  const { state, number } = place;
  const start = state.now() - days * DAY_MS;
  const listUnused = async (sql: Sql, after: number) => {
    const rows = await sql.table(SELECT_UNUSED, number, after, start, start, start, BATCH);
    return rows.map(([id]) => id as number);
  };
  const pruned: string[] = [];
  for (let last = 0;;) {
    const ids = isDry
      ? await state.read((sql) => listUnused(sql, last))
      : await state.write(async (sql) => {
        const ids = await listUnused(sql, last);
        for (const id of ids) await changeObservationIn(sql, place, `o${id}`, { action: "forget" });
        return ids;
      });
    pruned.push(...ids.map((id) => `o${id}`));
    if (ids.length < BATCH) return pruned;
    last = ids.at(-1)!;
  }
}
