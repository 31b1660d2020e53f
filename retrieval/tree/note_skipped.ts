import type { Note } from "@dossier/core";
import { quoteFirst } from "../machine/mod.ts";

/** How a note calls what it is about. */
export interface Skipped {
  /** Code of the note. */
  readonly code: string;
  /** One of them, at the start of a sentence. */
  readonly one: string;
  /** Several, within a sentence. */
  readonly many: string;
}

/** How submodules are called. */
export const SUBMODULE: Skipped = {
  code: "submodule-skipped",
  one: "Submodule",
  many: "submodules",
};
/** How repositories within this one are called. */
export const REPOSITORY: Skipped = {
  code: "repository-skipped",
  one: "Repository",
  many: "repositories",
};

/** Returns at most one note that trees of their own are no part of this one. */
export function noteSkipped(
  paths: readonly string[],
  { code, one, many }: Skipped,
): readonly Note[] {
  if (paths.length === 0) return [];
  const message = paths.length === 1
    ? `${one} ${quoteFirst(paths)} is not part of this tree; name it with --root to ask about it`
    : `${paths.length} ${many} are not part of this tree: ${quoteFirst(paths)}; ` +
      "name one with --root to ask about it";
  return [{ code, message }];
}

/**
 * Returns at most one note on repositories without a work tree.
 *
 * @param folders Their paths, with a slash at the end; that of the root is empty.
 */
export function noteBare(folders: readonly string[]): readonly Note[] {
  if (folders.length === 0) return [];
  return [{ code: "bare-repository-skipped", message: describeBare(folders) }];
}

function describeBare(folders: readonly string[]): string {
  if (folders[0] === "") {
    return "The root is a bare repository, which holds no files to read: " +
      "name a work tree of it with --root";
  }
  return folders.length === 1
    ? `Bare repository ${quoteFirst(folders)} holds no files to read, so it is passed over`
    : `${folders.length} bare repositories hold no files to read, so they are passed over: ` +
      quoteFirst(folders);
}
