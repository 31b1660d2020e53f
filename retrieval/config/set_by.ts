import { dirname, listEntries, lstatOrUndefined, realPathOrUndefined } from "../machine/mod.ts";
import type { EmbedderSettings } from "./settings.ts";

/**
 * Who may give a setting a value besides the user, who may give it any. A repository that was cloned is not trusted: it
 * sets nothing that runs a program, opens an address, reads outside of the root, shows names that promise secrets, or
 * weakens exclusions and masks.
 */
export interface SetBy<Value = never> {
  /** What of the setting only the user may give, for people; empty where a repository may give all of it. */
  readonly userOnly: string;
  /**
   * Returns what a value reaches that only the user may allow, such as an address or a real path; undefined for a
   * value that a repository may give.
   *
   * @param root Real absolute path of the tree.
   */
  readonly findReach: (value: Value, root: string) => string | undefined;
}

/** A setting that a repository may give any value: it is about the text of the repository itself. */
export const REPOSITORY: SetBy<unknown> = { userOnly: "", findReach: () => undefined };

/** A setting that is the user's alone. */
export const USER: SetBy<unknown> = {
  userOnly: "any value",
  findReach: (value) => typeof value === "string" ? value : JSON.stringify(value),
};

/** An embedder is a repository's where it reads a file or folder of the root, or nothing. */
export const EMBEDDER_SET_BY: SetBy<EmbedderSettings> = {
  userOnly: "remote models and places outside the root",
  findReach(settings, root) {
    switch (settings.kind) {
      case "none":
        return undefined;
      case "static":
        return settings.table === undefined ? undefined : findOutside(settings.table, root);
      case "transformers":
        return settings.remote ? settings.model : findOutside(settings.model, root);
    }
  },
};

/** A path from the root of the file system, of Windows as well. */
const ABSOLUTE_REGEXP = /^(?:[\\/]|[a-z]:)/i;

/** Most entries of a model's folder that are looked at, and how deep folders in it are. */
const MAX_ENTRIES = 1000;
const MAX_DEPTH = 4;

/** Returns the real path of what is named, or of what is in that folder, when it is not below the root. */
function findOutside(written: string, root: string): string | undefined {
  const path = ABSOLUTE_REGEXP.test(written) ? written : `${root}/${written}`;
  // What is missing may be put anywhere between this look and the next.
  if (path.split(/[\\/]/).includes("..") && realPathOrUndefined(path) === undefined) return path;
  const left = { entries: MAX_ENTRIES };
  return findLeaving(path, { root, left, depth: MAX_DEPTH });
}

/** Returns where a path leads, or something below it, when that is not below the root. */
function findLeaving(
  path: string,
  { root, left, depth }: {
    readonly root: string;
    readonly left: { entries: number };
    readonly depth: number;
  },
): string | undefined {
  const real = realPathOrUndefined(path);
  if (real === undefined) return findLeavingAbove(path, root);
  if (!real.startsWith(`${root}/`)) return real;
  for (const { name, isDirectory, isSymlink } of listEntries(real)) {
    left.entries -= 1;
    // What has so many files, or so deep ones, is no model.
    if (left.entries < 0 || (isDirectory && depth === 0)) return `${real}/${name}`;
    if (!isDirectory && !isSymlink) continue;
    const found = findLeaving(`${real}/${name}`, { root, left, depth: depth - 1 });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns a path that is missing, when it may be put outside of the root: below a link, or a folder elsewhere. */
function findLeavingAbove(path: string, root: string): string | undefined {
  for (let above = path; above !== dirname(above); above = dirname(above)) {
    if (lstatOrUndefined(above) === undefined) continue;
    return `${realPathOrUndefined(above)}/`.startsWith(`${root}/`) ? undefined : path;
  }
  return path;
}
