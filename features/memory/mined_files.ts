import { type EngineServices, hideIgnored, type Lease } from "@dossier/retrieval/lease";
import { locateFile, readDocument } from "@dossier/retrieval/tree";
import type { Visibility } from "@dossier/core/exclude";
import type { FindMinedFile, MinedFile } from "./core/mine/mod.ts";

/**
 * Returns what rules make of the files of a tree that may be seen: those that no rule of the project and no ignore file
 * leaves out, none outside of the root.
 *
 * Which files they ask for is known only behind them, and git has to be asked about these: they are applied once without
 * it, and once more with what it says.
 *
 * @param mine What applies the rules; for equal files its result is equal.
 */
export async function mineWithFiles<Result>(
  services: Pick<EngineServices, "lease">,
  mine: (findFile: FindMinedFile) => Result,
): Promise<Result> {
  return await services.lease({ refresh: false }, async (lease) => {
    const asked = new Set<string>();
    const known = openFiles(lease.visibility, lease);
    const first = mine((written) => {
      asked.add(written);
      return known(written);
    });
    if (asked.size === 0) return first;
    return mine(openFiles(await hideIgnored(lease.visibility, [...asked], lease), lease));
  });
}

function openFiles(
  visibility: Visibility,
  { indexed: { root } }: Pick<Lease, "indexed">,
): FindMinedFile {
  const files = new Map<string, MinedFile | undefined>();
  return (written) => {
    const located = locateFile(written, { root, visibility });
    if (located.kind !== "file") return undefined;
    const { path } = located;
    if (!files.has(path)) {
      const read = readDocument(root, path, visibility, { explicit: true });
      files.set(path, read.kind === "text" ? { path, text: read.text } : undefined);
    }
    return files.get(path);
  };
}
