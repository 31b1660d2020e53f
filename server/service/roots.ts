import { refuseRequest, ServerError } from "../problem/mod.ts";
import type { ServedRoot } from "./service.ts";

export { nameRoots } from "@dossier/retrieval/served-roots";

/**
 * Returns the trees with their real paths, as they are at the start: a link that takes a tree's place
 * later leads to what nobody chose to serve. A tree that is not there keeps the path it was given.
 */
export function settleRoots(roots: readonly ServedRoot[]): readonly ServedRoot[] {
  return roots.map(({ name, path }) => ({ name, path: realPath(path) ?? path }));
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the root that a request means: the one it names, or the only one there is.
 *
 * @throws {ServerError} `root-unknown` for a name that is not served; `invalid-request` without a name
 * where there are several.
 */
export function findServedRoot(
  roots: readonly ServedRoot[],
  name: string | undefined,
): ServedRoot {
  const names = roots.map((root) => `"${root.name}"`).join(", ");
  if (name === undefined) {
    const [only, ...others] = roots;
    if (only !== undefined && others.length === 0) return only;
    throw refuseRequest(`Cannot tell which root is meant: name one of ${names} as "root"`);
  }
  const found = roots.find((root) => root.name === name);
  if (found !== undefined) return found;
  throw new ServerError(
    "root-unknown",
    `Cannot answer from the root "${name}": there are ${names}`,
  );
}
