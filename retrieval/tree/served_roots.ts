/** Served tree with its name for callers. */
export interface ServedRoot {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

/** Prefix of a root that is a repository in the cluster instead of a folder. */
export const CLUSTER_PREFIX = "cluster:";

/** `NAME=DIR`. A folder with an equals sign in its name is written as `./a=b`. */
const NAMED_ROOT_REGEXP = /^([\w.-]+)=(.+)$/;

/**
 * Returns the name and the folder of an argument of `--root`. The folder is returned as written.
 */
export function splitRoot(
  written: string,
): { readonly name: string | undefined; readonly folder: string } {
  const [, name, folder = written] = NAMED_ROOT_REGEXP.exec(written) ?? [];
  return { name, folder };
}

/** True when a root is a repository in the cluster: `cluster:NAME`, `cluster:NAME@BRANCH` or `web=cluster:NAME`. */
export function isClusterRoot(written: string): boolean {
  return splitRoot(written).folder.startsWith(CLUSTER_PREFIX);
}

/**
 * Returns the trees at some absolute paths with unique names: the name of the folder, with a number
 * appended when several folders have the same name. A repeated path is served once.
 *
 * @example
 * ```ts
 * import { nameRoots } from "./served_roots.ts";
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
