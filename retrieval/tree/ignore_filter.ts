import type { ExclusionRule } from "@dossier/core";
import type { Ignore } from "ignore";
import { readPlainTextAsync } from "../machine/mod.ts";

const LINE_END_REGEXP = /\r?\n/;

/** Ignore files in gitignore syntax, each for the folder it is in. */
export interface IgnoreFilter {
  /** Adds the ignore file at `path` (relative to `root`); returns false for one that is not read. */
  addFile(root: string, path: string): Promise<boolean>;
  /**
   * Adds rules that an ignore file in `folder`, which is empty or ends in `/`, would give; `source` is
   * what {@link explain} calls it.
   */
  addText(folder: string, text: string, source: string): void;
  /** Returns whether a path is ignored: by a rule for it, or for a folder that it is in. */
  ignores(path: string): boolean;
  /** Returns whether a path is ignored, given that no folder it is in is; a folder ends in `/`. */
  ignoresEntry(path: string): boolean;
  /** Returns the line that has a path ignored, if one does. */
  explain(path: string): ExclusionRule | undefined;
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

  function findLine(path: string): ExclusionRule | undefined {
    let line: ExclusionRule | undefined;
    // Folders from the outermost in: what a nearer file says overrules what a farther one says.
    for (let slash = -1; slash < path.length - 1; slash = path.indexOf("/", slash + 1)) {
      const rules = byFolder.get(path.slice(0, slash + 1));
      const inner = path.slice(slash + 1);
      if (rules !== undefined && ignore.isPathValid(inner)) {
        const result = rules.test(inner);
        const { pattern = "", mark: origin = "" } = result.rule ?? {};
        if (result.ignored) line = { kind: "ignored", origin, pattern };
        else if (result.unignored) line = undefined;
      }
      if (path.indexOf("/", slash + 1) < 0) break;
    }
    return line;
  }

  function explain(path: string): ExclusionRule | undefined {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const line = findLine(path.slice(0, slash + 1));
      if (line !== undefined) return line;
    }
    return findLine(path);
  }

  function addText(folder: string, text: string, source: string): void {
    if (text === "") return;
    // Git tells upper from lower case, and so must the same file without git.
    const rules = byFolder.get(folder) ?? ignore({ allowRelativePaths: true, ignorecase: false });
    const lines = text.split(LINE_END_REGEXP);
    byFolder.set(
      folder,
      rules.add(lines.map((pattern, at) => ({ pattern, mark: `${source}:${at + 1}` }))),
    );
  }

  return {
    async addFile(root, path) {
      const read = await readPlainTextAsync(`${root}/${path}`, { below: root });
      if (read.kind === "refused") return false;
      addText(path.slice(0, path.lastIndexOf("/") + 1), read.text, path);
      return true;
    },
    addText,
    ignores: (path) => explain(path) !== undefined,
    ignoresEntry: (path) => findLine(path) !== undefined,
    explain,
  };
}
