import type { EngineServices } from "@dossier/retrieval/lease";
import { nameProject } from "./project_name.ts";

/** Names the PostgreSQL that keeps the memory of a team, as a URL. */
export const MEMORY_URL = "DOSSIER_MEMORY_URL";

const SELECT_ACTIVE = "SELECT 1 FROM memory_observations WHERE status = 'active' LIMIT 1";

/** Returns whether a tree may have something to be given of memory. Most have none, and nothing is loaded for them. */
export async function hasMemory(
  services: Pick<EngineServices, "root" | "findState">,
): Promise<boolean> {
  if (readVariable(MEMORY_URL) !== undefined) return true;
  const { root } = services;
  // That of another work tree is looked at when it is opened.
  if (nameProject(root, readVariable).home !== root) return true;
  const state = await services.findState();
  return await state?.read((sql) => sql.value<number>(SELECT_ACTIVE)) !== undefined;
}

/** Returns a variable that the process may read and that is set to something. */
export function readVariable(name: string): string | undefined {
  const isGranted = Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
  return isGranted ? Deno.env.get(name) || undefined : undefined;
}
