import { ALL_REPOSITORIES, MAX_REPOSITORIES } from "@dossier/retrieval/several";
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
 * Returns the roots that a request asks together, each once, in the order in which they are served: those that it names,
 * or all.
 *
 * @param names Names of roots, or {@link ALL_REPOSITORIES}.
 * @throws {ServerError} `root-unknown` for a name that is not served.
 */
export function findServedRoots(
  roots: readonly ServedRoot[],
  names: readonly string[],
): readonly ServedRoot[] {
  const wanted = new Set(
    names.flatMap((name) => name === ALL_REPOSITORIES ? roots : findServedRoot(roots, name)),
  );
  if (wanted.size === 0) throw unknownRoot(ALL_REPOSITORIES, roots);
  if (wanted.size > MAX_REPOSITORIES) {
    throw refuseRequest(
      `Cannot search ${wanted.size} repositories at once: name at most ${MAX_REPOSITORIES}`,
    );
  }
  return roots.filter((root) => wanted.has(root));
}

function unknownRoot(name: string, roots: readonly ServedRoot[]): ServerError {
  const names = roots.map((root) => `"${root.name}"`).join(", ");
  return new ServerError(
    "root-unknown",
    `Cannot answer from the root "${name}": ${
      names === "" ? "no root is served" : `the served roots are ${names}`
    }`,
  );
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
  if (name === undefined) {
    const [only, ...others] = roots;
    if (only === undefined) throw unknownRoot("", roots);
    if (others.length === 0) return only;
    const names = roots.map((root) => `"${root.name}"`).join(", ");
    throw refuseRequest(`Cannot choose a root: name one of ${names} as "root"`);
  }
  const found = roots.find((root) => root.name === name);
  if (found !== undefined) return found;
  throw unknownRoot(name, roots);
}
