import { type EngineServices, hideIgnored, type Lease } from "@dossier/retrieval/lease";
import { locateFile, readDocument } from "@dossier/retrieval/tree";
import type { Visibility } from "@dossier/core/exclude";
import type { FindMinedFile, MinedFile } from "./core/mine/mod.ts";

/**
 * Applies rules to the files of a tree that are visible: not excluded by rules of the project or
 * ignore files, and inside the root.
 *
 * The requested files are known only afterwards, and git must check them: the rules run once
 * without git, and again with its result.
 *
 * @param mine Applies the rules; for equal files its result is equal.
 */
export async function mineWithFiles<Result>(
  services: Pick<EngineServices, "lease">,
  mine: (findFile: FindMinedFile) => Result,
): Promise<Result> {
  return await services.lease({ refresh: false }, async (lease) => {
    const requestedPaths = new Set<string>();
    const known = openFiles(lease.visibility, lease);
    const first = mine((written) => {
      requestedPaths.add(written);
      return known(written);
    });
    if (requestedPaths.size === 0) return first;
    return mine(openFiles(await hideIgnored(lease.visibility, [...requestedPaths], lease), lease));
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
