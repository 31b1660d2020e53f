import type { EngineServices } from "@dossier/retrieval/lease";
import type { ProjectPlace } from "./project_name.ts";

/** Name of the variable with the URL of a team's PostgreSQL. */
export const MEMORY_URL = "DOSSIER_MEMORY_URL";

const SELECT_ACTIVE = "SELECT 1 FROM memory_observations WHERE status = 'active' LIMIT 1";
const SELECT_CONTRIBUTING =
  "SELECT 1 FROM memory_projects WHERE json_extract(settings, '$.give') = 1 LIMIT 1";

/**
 * Returns the project whose memory may contribute to an answer, or undefined. Most trees have none,
 * or use it only on request, and nothing is loaded for them.
 *
 * @param options.isAsked True when the request asks for it.
 */
export async function findContributingProject(
  services: Pick<EngineServices, "root" | "findState">,
  { isAsked }: { readonly isAsked: boolean },
): Promise<ProjectPlace | undefined> {
  const { root } = services;
  // Imported here only: hooks load this file, and most of them request no bundle.
  const { nameProject } = await import("./project_name.ts");
  const named = nameProject(root, readVariable);
  // A memory of a team or of another work tree is checked when it is opened.
  if (readVariable(MEMORY_URL) !== undefined || named.home !== root) return named;
  const state = await services.findState();
  const found = await state?.read(async (sql) =>
    (isAsked || await sql.value<number>(SELECT_CONTRIBUTING)) &&
    await sql.value<number>(SELECT_ACTIVE)
  );
  return found === 1 ? named : undefined;
}

/** Returns a non-empty variable that the process may read. */
export function readVariable(name: string): string | undefined {
  const isGranted = Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
  return isGranted ? Deno.env.get(name) || undefined : undefined;
}
