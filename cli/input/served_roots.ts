import { findRoot } from "@dossier/retrieval/root";
import { nameRoots, type ServedRoot, splitRoot } from "@dossier/retrieval/served-roots";
import type { LocalServiceOptions } from "@dossier/server/service";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { cacheFolder, callerFolder, invokedSpaces, toAbsolutePath } from "./invoked_location.ts";

/** The trees that a server is to serve, and where the user's cache is. */
export interface InvokedRoots {
  /** The trees, in the order given; each with a name of its own. */
  readonly roots: readonly ServedRoot[];
  /** Whether they may be what is refused otherwise. */
  readonly anyRoot: boolean;
  /** The user's cache folder, for the index of a root that can not be written. */
  readonly cache: string | undefined;
  /** Where policies are looked for besides the trees: no caller can name another place. */
  readonly spaces: NonNullable<LocalServiceOptions["spaces"]>;
}

/**
 * Returns the trees that the user means: each `--root`, or the root of the folder that the command was
 * called from.
 *
 * @throws {UsageError} When one is no folder, or two have the same name.
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
