import type { Note } from "@dossier/core";

/** Maximum number of paths that a note names, as notes share the budget with the results. */
const MAX_NAMED_PATHS = 3;

/**
 * Sentences of each note by its code: about one path, and about several paths, as they are listed.
 */
const SENTENCES = {
  "submodule-skipped": {
    one: (path) =>
      `Submodule ${path} is not part of this tree; name it with --root to ask about it`,
    many: (paths, count) =>
      `${count} submodules are not part of this tree: ${paths}; name one with --root to ask about it`,
  },
  "repository-skipped": {
    one: (path) =>
      `Repository ${path} is not part of this tree; name it with --root to ask about it`,
    many: (paths, count) =>
      `${count} repositories are not part of this tree: ${paths}; ` +
      "name one with --root to ask about it",
  },
  "bare-repository-skipped": {
    one: (path) => `Bare repository ${path} contains no files to read, so it is skipped`,
    many: (paths, count) =>
      `${count} bare repositories contain no files to read, so they are skipped: ${paths}`,
  },
  // Files that they would ignore may be shown.
  "ignore-file-unread": {
    one: (path) =>
      `Ignore file ${path} is not applied, as it is a link or cannot be read: ` +
      "replace it by a regular file",
    many: (paths, count) =>
      `${count} ignore files are not applied, as they are links or cannot be read: ${paths}; ` +
      "replace them by regular files",
  },
  "folder-unreadable": {
    one: (path) =>
      `Folder ${path} cannot be read, so its files are not found: check its permissions`,
    many: (paths, count) =>
      `${count} folders cannot be read, so their files are not found: ${paths}; ` +
      "check their permissions",
  },
} as const satisfies Readonly<Record<string, Sentences>>;

interface Sentences {
  readonly one: (path: string) => string;
  readonly many: (paths: string, count: number) => string;
}

/** Returns at most one note about paths, which names the first of them. */
export function notePaths(code: keyof typeof SENTENCES, paths: readonly string[]): readonly Note[] {
  if (paths.length === 0) return [];
  const { one, many } = SENTENCES[code];
  const named = paths.slice(0, MAX_NAMED_PATHS).map((path) => `"${path}"`).join(", ");
  const rest = paths.length - MAX_NAMED_PATHS;
  const listed = rest > 0 ? `${named} and ${rest} more` : named;
  return [{ code, message: paths.length === 1 ? one(listed) : many(listed, paths.length) }];
}

/**
 * Returns at most one note about bare repositories.
 *
 * @param folders Their paths, with a slash at the end. The root is the empty string.
 */
export function noteBare(folders: readonly string[]): readonly Note[] {
  if (folders[0] !== "") return notePaths("bare-repository-skipped", folders);
  const message = "The root is a bare repository, which contains no files to read: " +
    "name a work tree of it with --root";
  return [{ code: "bare-repository-skipped", message }];
}
