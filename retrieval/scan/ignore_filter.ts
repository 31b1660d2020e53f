import type { Note } from "@dossier/core";
import type { Ignore } from "ignore";
import { readPlainText } from "./plain_file.ts";
import { quoteFirst } from "./quote_first.ts";

/** Ignore files in gitignore syntax, each for the folder it is in. */
export interface IgnoreFilter {
  /** Adds the ignore file at `path` (relative to `root`); returns false for one that is not read. */
  addFile(root: string, path: string): boolean;
  /** Adds rules that an ignore file in `folder`, which is empty or ends in `/`, would give. */
  addText(folder: string, text: string): void;
  /** Returns whether a path is ignored: by a rule for it, or for a folder that it is in. */
  ignores(path: string): boolean;
  /** Returns whether a path is ignored, given that no folder it is in is; a folder ends in `/`. */
  ignoresEntry(path: string): boolean;
}

/**
 * Returns a filter without any ignore file.
 *
 * One case differs from git: when a nearer file takes back a whole folder that a farther one ignores,
 * what is in the folder stays ignored, as the library asks each file for the folders above as well.
 *
 * The library is imported here, as it costs 25 ms that most runs have no use for.
 */
export async function openIgnoreFilter(): Promise<IgnoreFilter> {
  const { default: ignore } = await import("ignore");
  const byFolder = new Map<string, Ignore>();

  function ignoresEntry(path: string): boolean {
    let ignored = false;
    // Folders from the outermost in: what a nearer file says overrules what a farther one says.
    for (let slash = -1; slash < path.length - 1; slash = path.indexOf("/", slash + 1)) {
      const rules = byFolder.get(path.slice(0, slash + 1));
      const inner = path.slice(slash + 1);
      if (rules !== undefined && ignore.isPathValid(inner)) {
        const result = rules.test(inner);
        if (result.ignored) ignored = true;
        else if (result.unignored) ignored = false;
      }
      if (path.indexOf("/", slash + 1) < 0) break;
    }
    return ignored;
  }

  function addText(folder: string, text: string): void {
    if (text === "") return;
    // Git tells upper from lower case, and so must the same file without git.
    const rules = byFolder.get(folder) ?? ignore({ allowRelativePaths: true, ignorecase: false });
    byFolder.set(folder, rules.add(text));
  }

  return {
    addFile(root, path) {
      const read = readPlainText(`${root}/${path}`, { below: root });
      if (read.kind === "refused") return false;
      addText(path.slice(0, path.lastIndexOf("/") + 1), read.text);
      return true;
    },
    addText,
    ignores(path) {
      for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
        if (ignoresEntry(path.slice(0, slash + 1))) return true;
      }
      return ignoresEntry(path);
    },
    ignoresEntry,
  };
}

/** Returns at most one note that ignore files are not applied, as what they name may be shown. */
export function noteIgnoreFiles(paths: readonly string[]): readonly Note[] {
  if (paths.length === 0) return [];
  const message = paths.length === 1
    ? `Ignore file ${quoteFirst(paths)} is not applied, as it is a link or cannot be read: ` +
      "put a regular file in its place"
    : `${paths.length} ignore files are not applied, as they are links or cannot be read: ` +
      `${quoteFirst(paths)}; put regular files in their place`;
  return [{ code: "ignore-file-unread", message }];
}
