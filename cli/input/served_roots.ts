import { findRoot } from "@dossier/retrieval/root";
import { nameRoots, type ServedRoot, splitRoot } from "@dossier/retrieval/served-roots";
import type { LocalServiceOptions } from "@dossier/server/service";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { cacheFolder, callerFolder, invokedSpaces, toAbsolutePath } from "./invoked_location.ts";

/** Trees that a server serves, and the user's cache folder. */
export interface InvokedRoots {
  /** Trees in the given order, with unique names. */
  readonly roots: readonly ServedRoot[];
  /** True to allow trees that are otherwise refused. */
  readonly anyRoot: boolean;
  /** Cache folder of the user, for the index of a root that cannot be written. */
  readonly cache: string | undefined;
  /** Locations of policies in addition to the trees. No caller can name another one. */
  readonly spaces: NonNullable<LocalServiceOptions["spaces"]>;
}

/**
 * Returns the trees of the invocation: each `--root`, or the root of the caller's folder.
 *
 * @throws {UsageError} When one is not a folder, or two have the same name.
 */
export function invokedRoots(invocation: Invocation): InvokedRoots {
  const from = callerFolder();
  const cache = cacheFolder();
  const anyRoot = invocation.has("any-root");
  const options = { anyRoot, cache, spaces: invokedSpaces(invocation) };
  const written = invocation.values("root");
  if (written.length === 0) return { roots: nameRoots([findRoot(from)]), ...options };
  const entries = written.map((root) => {
    const { name, folder } = splitRoot(root);
    return { name, path: realFolder(toAbsolutePath(folder, from)) };
  });
  const unnamed = entries.filter(({ name }) => name === undefined).map(({ path }) => path);
  const names = new Map(nameRoots(unnamed).map(({ name, path }) => [path, name]));
  const roots = entries.map(({ name, path }) => ({ name: name ?? names.get(path) ?? path, path }));
  for (const [name, same] of Map.groupBy(roots, (root) => root.name)) {
    const [first, second] = new Set(same.map(({ path }) => path));
    if (second === undefined) continue;
    throw new UsageError(
      `Cannot serve "${first}" and "${second}" both as "${name}": write --root NAME=DIR`,
    );
  }
  return { roots: [...new Map(roots.map((root) => [root.name, root])).values()], ...options };
}

function realFolder(path: string): string {
  let isFolder = false;
  try {
    isFolder = Deno.statSync(path).isDirectory;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  if (!isFolder) throw new UsageError(`Cannot serve "${path}" as it is not a folder`);
  return Deno.realPathSync(path);
}
