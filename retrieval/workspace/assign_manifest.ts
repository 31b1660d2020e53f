import type { WorkManifest } from "@dossier/core";
import { lstatOrUndefined } from "../machine/mod.ts";
import { toTreePath } from "../tree/mod.ts";

/** A repository that a manifest may name files of. */
interface NamedRoot {
  readonly name: string;
  readonly root: string;
}

/** The manifest of a task as one of several repositories takes it. */
export interface AssignedManifest {
  /** What names files of it, with paths from its root. */
  readonly manifest: WorkManifest;
  /** What hides files of it: all that forbids anything, as it may be meant for any repository. */
  readonly forbidding: WorkManifest;
}

/**
 * Returns the manifest of a task for each of several repositories, by name. An entry names a file of one repository when
 * it begins with the name of that, `web/src/a.ts` or `web:src/a.ts`, and else of each that has such a file; what none
 * has is the first one's. What is forbidden is so in every reading.
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

/** Returns the repositories whose files an entry names, with the path from the root of each. */
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

/** Returns an entry without the name of a repository in front; nothing when it begins otherwise. */
function stripName(entry: string, name: string): string[] {
  // The name alone is all of the repository.
  if (entry === name) return ["."];
  return [`${name}/`, `${name}:`].flatMap((start) =>
    entry.startsWith(start) ? [entry.slice(start.length)] : []
  );
}
