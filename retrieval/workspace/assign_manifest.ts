import type { WorkManifest } from "@dossier/core";
import { lstatOrUndefined } from "../machine/mod.ts";
import { toTreePath } from "../tree/mod.ts";

/** Repository whose files a manifest may name. */
interface NamedRoot {
  readonly name: string;
  readonly root: string;
}

/** Part of the manifest of a task that applies to one of several repositories. */
export interface AssignedManifest {
  /** Manifest with the entries that name files of the repository, relative to its root. */
  readonly manifest: WorkManifest;
  /** Manifest with all forbidden entries, because each may be meant for any repository. */
  readonly forbidding: WorkManifest;
}

/**
 * Returns the part of a manifest for each of several repositories, by name. An entry belongs to every repository that has
 * a file at that path. Without any, it belongs to the repository whose name it begins with (`web/src/a.ts` or
 * `web:src/a.ts`), or else to the first one. A forbidden entry is forbidden in all of these meanings.
 */
export function assignManifest(
  manifest: WorkManifest,
  roots: readonly NamedRoot[],
): ReadonlyMap<string, AssignedManifest> {
  const assign = (entries: readonly string[]) => {
    const assigned = new Map(roots.map(({ name }) => [name, [] as string[]]));
    for (const entry of entries) {
      const owners = findOwners(entry, roots);
      for (const { name, path } of owners) assigned.get(name)!.push(path);
    }
    return assigned;
  };
  const { primary, read, forbidden } = manifest;
  const [ofPrimary, ofRead, ofForbidden] = [primary, read, forbidden].map(assign);
  return new Map(roots.map(({ name }) => [name, {
    manifest: {
      ...manifest,
      primary: ofPrimary!.get(name)!,
      read: ofRead!.get(name)!,
      forbidden: ofForbidden!.get(name)!,
    },
    forbidding: {
      ...manifest,
      forbidden: forbidden.flatMap((entry) => [entry, ...stripName(entry, name)]),
    },
  }]));
}

/** Returns the repositories that an entry belongs to, each with the path relative to its root. */
function findOwners(
  entry: string,
  roots: readonly NamedRoot[],
): readonly { readonly name: string; readonly path: string }[] {
  const having = roots.filter(({ root }) => {
    const path = toTreePath(entry, root);
    return path !== undefined && path !== "" && lstatOrUndefined(`${root}/${path}`) !== undefined;
  });
  if (having.length > 0) return having.map(({ name }) => ({ name, path: entry }));
  const named = roots.flatMap(({ name }) => stripName(entry, name).map((path) => ({ name, path })));
  return named.length > 0 ? named : roots.slice(0, 1).map(({ name }) => ({ name, path: entry }));
}

/** Returns an entry without the name of a repository at its start; an empty array when it does not start so. */
function stripName(entry: string, name: string): string[] {
  // The name alone represents the whole repository.
  if (entry === name) return ["."];
  return [`${name}/`, `${name}:`].flatMap((start) =>
    entry.startsWith(start) ? [entry.slice(start.length)] : []
  );
}
