/** A tree that is served, and what callers name it. */
export interface ServedRoot {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

/** `NAME=DIR`; a folder whose own name has an equals sign is written as `./a=b`. */
const NAMED_ROOT_REGEXP = /^([\w.-]+)=(.+)$/;

/** Returns the name and the folder that `--root` was given, the folder as it is written. */
export function splitRoot(
  written: string,
): { readonly name: string | undefined; readonly folder: string } {
  const [, name, folder = written] = NAMED_ROOT_REGEXP.exec(written) ?? [];
  return { name, folder };
}

/**
 * Returns the trees at some absolute paths with names of their own: the name of the folder, and where
 * several have the same, a number behind it. A path that comes twice is served once.
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
