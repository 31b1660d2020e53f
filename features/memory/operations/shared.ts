import type { Engine } from "@dossier/retrieval/engine";
import { LOG_PROBLEMS } from "@dossier/retrieval/problems";
import type { MemoryPlace } from "../store/mod.ts";

/** Problems of all requests to a memory. */
export const MEMORY_PROBLEMS: readonly string[] = [
  ...LOG_PROBLEMS,
  "state-unreachable",
  "state-refused",
];

/**
 * Runs `work` with the memory of an engine's tree, and returns its result.
 *
 * @param fallback Result when there is no memory. When it is omitted, a missing memory is created.
 */
export async function useMemory<Result>(
  engine: Engine,
  work: (place: MemoryPlace) => Promise<Result>,
  fallback?: Result,
): Promise<Result> {
  // Imported here only: most processes never use a memory.
  const { findMemory, openMemory } = await import("../open_memory.ts");
  const memory = fallback === undefined ? await openMemory(engine) : await findMemory(engine);
  return memory === undefined ? fallback! : await work(memory);
}

/**
 * Runs `work` with the memory of an engine's tree; never creates a memory.
 *
 * @throws {MemoryError} `observation-not-found` when there is no memory.
 */
export async function useObservation<Result>(
  engine: Engine,
  id: string,
  work: (place: MemoryPlace) => Promise<Result>,
): Promise<Result> {
  const { findMemory } = await import("../open_memory.ts");
  const memory = await findMemory(engine);
  if (memory !== undefined) return await work(memory);
  const { unknownIdError } = await import("../recall.ts");
  throw unknownIdError(id);
}

/**
 * Runs `work` with the memory of an engine's tree for a session; see {@link useMemory}.
 *
 * @throws {RetrievalError} `invalid-session` for an id that cannot be stored.
 */
export async function useSession<Result>(
  engine: Engine,
  session: string,
  work: (place: MemoryPlace) => Promise<Result>,
  fallback?: Result,
): Promise<Result> {
  const { checkSessionId } = await import("@dossier/retrieval/state");
  checkSessionId(session);
  return await useMemory(engine, work, fallback);
}
