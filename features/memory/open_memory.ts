import { listStateFolders, openStateDirectory } from "@dossier/retrieval/machine";
import { hasState, openState } from "@dossier/retrieval/open-state";
import type { EngineServices } from "@dossier/retrieval/lease";
import type { StateStore } from "@dossier/retrieval/state";
import { nameProject } from "./project_name.ts";
import {
  MEMORY_TABLES,
  type MemoryPlace,
  openPlace,
  POSTGRES,
  type ProjectName,
  type SqlDialect,
  SQLITE,
} from "./store/mod.ts";

/** What memory needs of an engine to be opened. */
export type MemoryServices = Pick<EngineServices, "root" | "openState" | "findState">;

/** The memory of a project; disposing of it closes what it has opened. */
export type Memory = MemoryPlace & Disposable;

/** Disposes of what others go on with. */
const KEPT: Disposable = { [Symbol.dispose]() {} };

/** Names the PostgreSQL that keeps the memory of a team, as a URL. */
const URL_VARIABLE = "DOSSIER_MEMORY_URL";

/**
 * Returns the memory of the tree of an engine, made when there is none: in the state of the main work tree of its
 * repository, or in PostgreSQL where `DOSSIER_MEMORY_URL` names one.
 *
 * @throws {ContextError} What is wrong with the state, or why the database can not be used.
 */
export async function openMemory(services: MemoryServices): Promise<Memory> {
  return (await open(services, true))!;
}

/** Returns the memory of the tree of an engine, or undefined when nothing has been remembered: none is made. */
export async function findMemory(services: MemoryServices): Promise<Memory | undefined> {
  return await open(services, false);
}

async function open(services: MemoryServices, makes: boolean): Promise<Memory | undefined> {
  const { home, ...name } = nameProject(services.root, readVariable);
  const url = readVariable(URL_VARIABLE);
  if (url !== undefined && url !== "") {
    // Imported only here: most memories are on one machine.
    const { openPostgresMemory } = await import("./postgres/mod.ts");
    return { ...await openPlace(await openPostgresMemory(url), name, POSTGRES), ...KEPT };
  }
  const own = makes ? await services.openState() : await services.findState();
  const folder = await findSharedFolder(services.root, home, own);
  if (folder === undefined) {
    return own && { ...await openPlace(own, name, SQLITE), ...KEPT };
  }
  if (!makes && !hasState(folder)) return undefined;
  const { path } = await openStateDirectory(home);
  return takeOver(await openState(path, { tables: [MEMORY_TABLES] }), name, SQLITE);
}

/** Returns the state folder of the main work tree, for another work tree whose state is at the usual place. */
async function findSharedFolder(
  root: string,
  home: string,
  own: StateStore | undefined,
): Promise<string | undefined> {
  if (home === root) return undefined;
  const [usual] = await listStateFolders(root, undefined);
  const isUsual = own === undefined || own.path === `${usual}/state.db`;
  return isUsual ? (await listStateFolders(home, undefined))[0] : undefined;
}

/** Returns the memory of a project in a store that is closed with it. */
async function takeOver(
  state: StateStore,
  name: ProjectName,
  dialect: SqlDialect,
): Promise<Memory> {
  try {
    const place = await openPlace(state, name, dialect);
    return { ...place, [Symbol.dispose]: () => state[Symbol.dispose]() };
  } catch (error) {
    state[Symbol.dispose]();
    throw error;
  }
}

/** Returns a variable that the process may read and that is set. */
function readVariable(name: string): string | undefined {
  const isGranted = Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
  return isGranted ? Deno.env.get(name) : undefined;
}
