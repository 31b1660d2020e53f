import type { ExclusionRule } from "@dossier/core";
import type { Ignore } from "ignore";
import { readPlainTextAsync } from "../machine/mod.ts";

const LINE_END_REGEXP = /\r?\n/;

/** Ignore files in gitignore syntax, each for its folder. */
export interface IgnoreFilter {
  /** Adds the ignore file at `path` (relative to `root`); returns false when it cannot be read. */
  addFile(root: string, path: string): Promise<boolean>;
  /**
   * Adds rules as of an ignore file in `folder`, which is empty or ends in `/`. {@link explain}
   * reports `source` as its name.
   */
  addText(folder: string, text: string, source: string): void;
  /** Returns true when a path is ignored, by a rule for it or for one of its folders. */
  ignores(path: string): boolean;
  /** Returns true when a path is ignored whose folders are not ignored. A folder ends in `/`. */
  ignoresEntry(path: string): boolean;
  /** Returns the line that ignores a path; undefined when none does. */
  explain(path: string): ExclusionRule | undefined;
}

/**
 * Returns a filter without ignore files.
 *
 * One case differs from git: when a nearer file includes a folder again that a farther one ignores,
 * the files in the folder stay ignored, as the library also checks the folders of a path in each
 * file.
 *
 * The library is imported on demand: it takes 25 ms, and most runs do not need it.
 */
export async function openIgnoreFilter(): Promise<IgnoreFilter> {
  const { default: ignore } = await import("ignore");
  const byFolder = new Map<string, Ignore>();

  function findLine(path: string): ExclusionRule | undefined {
    let line: ExclusionRule | undefined;
    // From the outermost folder inwards: rules of a nearer file override those of a farther one.
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
    // Git distinguishes case, and so must the same file without git.
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
