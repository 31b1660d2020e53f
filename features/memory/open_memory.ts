import { listStateFolders, openStateDirectory, RetrievalError } from "@dossier/retrieval/machine";
import { hasState, openState } from "@dossier/retrieval/open-state";
import type { EngineServices } from "@dossier/retrieval/lease";
import type { StateStore } from "@dossier/retrieval/state";
import { nameProject, type ProjectPlace } from "./project_name.ts";
import { MEMORY_URL, readVariable } from "./has_memory.ts";
import { MEMORY_TABLES } from "./memory_tables.ts";
import { type MemoryPlace, openMemoryPlace, POSTGRES, SQLITE } from "./store/mod.ts";

/** The services of an engine for opening its memory. */
export type MemoryServices = Pick<EngineServices, "root" | "openState" | "findState">;

/**
 * Returns the memory of the tree of an engine, created when there is none: in the state of the main
 * work tree of its repository, or in PostgreSQL when `DOSSIER_MEMORY_URL` names one.
 *
 * @throws {ContextError} The error of the state or the database.
 */
export async function openMemory(services: MemoryServices): Promise<MemoryPlace> {
  const named = findProject(services.root);
  return await openTeamMemory(named) ?? await openHomeMemory(named, services) ??
    await openMemoryPlace(await services.openState(), named, SQLITE);
}

/** Returns the memory of the tree of an engine, or undefined when there is none. */
export async function findMemory(
  services: MemoryServices,
  named = findProject(services.root),
): Promise<MemoryPlace | undefined> {
  const team = await openTeamMemory(named);
  if (team !== undefined) return team;
  if (named.home !== services.root) {
    const [folder] = await listStateFolders(named.home, undefined);
    return hasState(folder) ? await openHomeMemory(named, services) : undefined;
  }
  const state = await services.findState();
  return state && await openMemoryPlace(state, named, SQLITE);
}

/**
 * Returns a sentence about a second memory of a tree, when the folder of the first one cannot be
 * written, or another was chosen.
 */
export async function formatSecondMemoryNote(
  root: string,
  { state, dialect }: MemoryPlace,
): Promise<string | undefined> {
  const [folder] = await listStateFolders(findProject(root).home, undefined);
  if (dialect !== SQLITE || state.path.startsWith(`${folder}/`) || !hasState(folder)) {
    return undefined;
  }
  return `This memory is in "${state.path}": the one in "${folder}" is not used`;
}

/** Returns the memory of the tree at `root` when it is outside the state of the tree itself. */
export async function findSharedMemory(
  root: string,
  named: ProjectPlace,
): Promise<MemoryPlace | undefined> {
  return await openTeamMemory(named) ?? await openHomeMemory(named, { root });
}

/** Returns the project of the tree at `root`. */
export function findProject(root: string): ProjectPlace {
  return nameProject(root, readVariable);
}

async function openTeamMemory(named: ProjectPlace): Promise<MemoryPlace | undefined> {
  const url = readVariable(MEMORY_URL);
  if (url === undefined) return undefined;
  if (named.isByFolder) {
    throw new RetrievalError("invalid-config", {
      action: `use the memory that ${MEMORY_URL} names`,
      rule: "the project must have a unique name",
      state: `"${named.home}" has no remote "origin"`,
      fix: "set DOSSIER_MEMORY_PROJECT",
    });
  }
  // Imported here only: most memories are on one machine.
  const { openPostgresMemory } = await import("./postgres/mod.ts");
  try {
    return await openMemoryPlace(await openPostgresMemory(url), named, POSTGRES);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    throw new RetrievalError("state-unreachable", {
      action: `use the memory that ${MEMORY_URL} names`,
      rule: "this command may not use the network",
      fix: 'put "with-team" in front of it',
    }, { cause: error });
  }
}

/**
 * The open states of main work trees, by their folders: work trees come and go, and the memory
 * stays.
 */
const HOMES = new Map<string, StateStore>();

/** Returns the memory in the state of the main work tree, for another work tree. */
async function openHomeMemory(
  named: ProjectPlace,
  { root }: { readonly root: string },
): Promise<MemoryPlace | undefined> {
  const { home } = named;
  if (home === root) return undefined;
  const { path } = await openStateDirectory(home);
  let state = HOMES.get(path);
  if (state?.isInPlace !== true) {
    state = await openState(path, { tables: [MEMORY_TABLES] });
    HOMES.set(path, state);
  }
  return await openMemoryPlace(state, named, SQLITE);
}
