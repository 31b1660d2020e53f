import { ALL_REPOSITORIES, MAX_REPOSITORIES } from "@dossier/retrieval/several";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import type { ServedRoot } from "./service.ts";

export { nameRoots } from "@dossier/retrieval/served-roots";

/**
 * Returns the trees with their real paths at the start, as a link that replaces a tree later may
 * lead to a folder that must not be served. A missing tree keeps its path.
 */
export function resolveServedRoots(roots: readonly ServedRoot[]): readonly ServedRoot[] {
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
 * Returns the roots that a request queries together, each once, in the order in which they are
 * served: the named ones, or all.
 *
 * @param names Names of roots, or {@link ALL_REPOSITORIES}.
 * @throws {ServerError} `root-unknown` for a name that is not served.
 */
export function findServedRoots(
  roots: readonly ServedRoot[],
  names: readonly string[],
): readonly ServedRoot[] {
  const requested = new Set(
    names.flatMap((name) => name === ALL_REPOSITORIES ? roots : findServedRoot(roots, name)),
  );
  if (requested.size === 0) throw unknownRoot(ALL_REPOSITORIES, roots);
  if (requested.size > MAX_REPOSITORIES) {
    throw refuseRequest(
      `Cannot search ${requested.size} repositories at once: name at most ${MAX_REPOSITORIES}`,
    );
  }
  return roots.filter((root) => requested.has(root));
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
 * Returns the root of a request: the named one, or the only one.
 *
 * @throws {ServerError} `root-unknown` for a name that is not served; `invalid-request` without a
 *   name when there are several roots.
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
