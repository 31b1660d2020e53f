import type { Engine } from "@dossier/retrieval/engine";
import { LOG_PROBLEMS } from "@dossier/retrieval/problems";
import type { MemoryPlace } from "../store/mod.ts";

/** Problems with any question to a memory. */
export const MEMORY_PROBLEMS: readonly string[] = [
  ...LOG_PROBLEMS,
  "state-unreachable",
  "state-refused",
];

/**
 * Has `work` done with the memory of the tree of an engine, and returns what it returns.
 *
 * @param nothing What is returned where nothing has been remembered, so that no memory is made. @default one is made
 */
export async function useMemory<Result>(
  engine: Engine,
  work: (place: MemoryPlace) => Promise<Result>,
  nothing?: Result,
): Promise<Result> {
  // Imported only here: most processes never ask a memory.
  const { findMemory, openMemory } = await import("../open_memory.ts");
  const memory = nothing === undefined ? await openMemory(engine) : await findMemory(engine);
  return memory === undefined ? nothing! : await work(memory);
}

/**
 * Has `work` done with the memory of the tree of an engine that has an observation, and makes none.
 *
 * @throws {MemoryError} `observation-not-found` where nothing has been remembered.
 */
export async function useObservation<Result>(
  engine: Engine,
  id: string,
  work: (place: MemoryPlace) => Promise<Result>,
): Promise<Result> {
  const { findMemory } = await import("../open_memory.ts");
  const memory = await findMemory(engine);
  if (memory !== undefined) return await work(memory);
  const { refuseId } = await import("../recall.ts");
  throw refuseId(id);
}

/**
 * Has `work` done with the memory of the tree of an engine for a session; see {@link useMemory}.
 *
 * @throws {RetrievalError} `invalid-session` for an id that can not be kept.
 */
export async function useSession<Result>(
  engine: Engine,
  session: string,
  work: (place: MemoryPlace) => Promise<Result>,
  nothing?: Result,
): Promise<Result> {
  const { checkSessionId } = await import("@dossier/retrieval/state");
  checkSessionId(session);
  return await useMemory(engine, work, nothing);
}
