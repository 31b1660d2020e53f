import type { EngineServices } from "@dossier/retrieval/lease";
import { listInjectionsOfSource } from "@dossier/retrieval/record";
import { unknownIdError } from "./recall.ts";
import { changeObservationIn, type MemoryPlace } from "./store/mod.ts";

/** The result of forgetting observations. */
export interface Forgotten {
  readonly ids: readonly string[];
  /**
   * Numbers of the records of answers in this tree that still contain its line: records are never
   * changed, but deleted after their time.
   */
  readonly records: readonly number[];
  /** True when its bytes are overwritten on disk; a database server does that in its own time. */
  readonly isErased: boolean;
}

/**
 * Deletes the texts of observations: of all of them, or of none.
 *
 * @throws {MemoryError} `observation-not-found` when there is none with one of the ids.
 */
export async function forget(
  services: Pick<EngineServices, "findState">,
  { state, ...place }: MemoryPlace,
  ids: readonly string[],
): Promise<Forgotten> {
  await state.write(async (sql) => {
    for (const id of new Set(ids)) {
      if (!await changeObservationIn(sql, { state, ...place }, id, { action: "forget" })) {
        throw unknownIdError(id);
      }
    }
  });
  const isErased = await state.compact();
  const own = await services.findState();
  const records = new Set<number>();
  for (const id of own === undefined ? [] : ids) {
    for (const record of await listInjectionsOfSource(own!, `memory:${id}`)) records.add(record);
  }
  return { ids: [...new Set(ids)], records: [...records].toSorted((a, b) => a - b), isErased };
}
