import { dirname, listEntries, lstatOrUndefined, realPathOrUndefined } from "../machine/mod.ts";
import type { EmbedderSettings } from "./settings.ts";

/**
 * Permission of a repository to set a setting; the user may set any value. A cloned repository is
 * not trusted: it sets nothing that runs a program, opens an address, reads outside of the root,
 * shows names that suggest secrets, or weakens exclusions and masks.
 */
export interface SettingPermission<Value = never> {
  /**
   * Values that only the user may set, in words for people; empty when a repository may set all
   * values.
   */
  readonly userOnly: string;
  /**
   * Returns the target of a value that only the user may allow, such as an address or a real path,
   * or `undefined` for a value that a repository may set.
   *
   * @param root Real absolute path of the tree.
   */
  readonly findRestrictedTarget: (value: Value, root: string) => string | undefined;
}

/**
 * Setting that a repository may set to any value, because it concerns only the text of the
 * repository.
 */
export const REPOSITORY_SETTING: SettingPermission<unknown> = {
  userOnly: "",
  findRestrictedTarget: () => undefined,
};

/** Setting that only the user may set. */
export const USER_SETTING: SettingPermission<unknown> = {
  userOnly: "any value",
  findRestrictedTarget: (value) => typeof value === "string" ? value : JSON.stringify(value),
};

/**
 * Setting of the embedder, which a repository may set to a file or folder in the root, or to one
 * that reads nothing.
 */
export const EMBEDDER_SETTING: SettingPermission<EmbedderSettings> = {
  userOnly: "remote models and places outside the root",
  findRestrictedTarget(settings, root) {
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

/** Absolute path, also of Windows. */
const ABSOLUTE_REGEXP = /^(?:[\\/]|[a-z]:)/i;

/**
 * Maximum number of entries in the folder of a model that are checked, and maximum depth of its
 * folders.
 */
const MAX_ENTRIES = 1000;
const MAX_DEPTH = 4;

/** Returns the real path of a file, or of an entry of a folder, when it is not below the root. */
function findOutside(written: string, root: string): string | undefined {
  const path = ABSOLUTE_REGEXP.test(written) ? written : `${root}/${written}`;
  // A missing file can be created anywhere between this check and the next.
  if (path.split(/[\\/]/).includes("..") && realPathOrUndefined(path) === undefined) return path;
  const left = { entries: MAX_ENTRIES };
  return findPathOutside(path, { root, left, depth: MAX_DEPTH });
}

/** Returns the real path of a path or of an entry below it, when it is not below the root. */
function findPathOutside(
  path: string,
  { root, left, depth }: {
    readonly root: string;
    readonly left: { entries: number };
    readonly depth: number;
  },
): string | undefined {
  const real = realPathOrUndefined(path);
  if (real === undefined) return findMissingPathOutside(path, root);
  if (!real.startsWith(`${root}/`)) return real;
  for (const { name, isDirectory, isSymlink } of listEntries(real)) {
    left.entries -= 1;
    // A folder with so many files, or so deep ones, is not a model.
    if (left.entries < 0 || (isDirectory && depth === 0)) return `${real}/${name}`;
    if (!isDirectory && !isSymlink) continue;
    const found = findPathOutside(`${real}/${name}`, { root, left, depth: depth - 1 });
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns a missing path that could be created outside of the root: below a link, or in a folder
 * elsewhere.
 */
function findMissingPathOutside(path: string, root: string): string | undefined {
  for (let above = path; above !== dirname(above); above = dirname(above)) {
    if (lstatOrUndefined(above) === undefined) continue;
    return `${realPathOrUndefined(above)}/`.startsWith(`${root}/`) ? undefined : path;
  }
  return path;
}
