import { refuseRequest, ServerError } from "../problem/mod.ts";
import type { ServedRoot } from "./service.ts";

/**
 * Returns the trees at some absolute paths with names of their own: the name of the folder, and where
 * several have the same, a number behind it. A path that comes twice is served once.
 *
 * @example
 * ```ts
 * import { nameRoots } from "./roots.ts";
 * import assert from "node:assert/strict";
 *
 * const roots = nameRoots(["/src/web", "/old/web", "/src/api"]);
 * assert.deepEqual(roots.map(({ name }) => name), ["web", "web-2", "api"]);
 * ```
 */
export function nameRoots(paths: readonly string[]): readonly ServedRoot[] {
  const taken = new Set<string>();
  return [...new Set(paths)].map((path) => {
    const base = path.split("/").findLast((part) => part !== "") ?? "root";
    let name = base;
    for (let number = 2; taken.has(name); number++) name = `${base}-${number}`;
    taken.add(name);
    return { name, path };
  });
}

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
