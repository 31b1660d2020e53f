import type { Note } from "@dossier/core";
import { decideExclusion, type Exclusions } from "@dossier/core/exclude";
import type { ExcludedPath, FileListing } from "./file_listing.ts";
import { findGitRoot } from "./find_root.ts";
import { noteIgnoreFile, openIgnoreFilter } from "./ignore_filter.ts";
import { listGitFiles } from "./list_git_files.ts";
import { walkFiles } from "./walk_files.ts";

/** Name of the project's own ignore files, in gitignore syntax. */
const IGNORE_FILE = ".dossierignore";

const NOTE_IGNORED_ROOT: Note = {
  code: "root-ignored",
  message: "The repository around this folder ignores it, so its files are found without git",
};

/**
 * Returns the files of the tree at `root`: in a git work tree what git tracks or does not ignore,
 * elsewhere what no `.gitignore` names. `.dossierignore` files and the exclusion rules apply in both.
 *
 * Only names are looked at; a listed path may be a link, a device, or gone by now.
 *
 * @param root Absolute path of a folder.
 */
export async function listFiles(root: string, exclusions: Exclusions): Promise<FileListing> {
  const git = listGitFiles(root);
  if (git.kind === "none" || (git.paths.length === 0 && findGitRoot(root) !== root)) {
    const walked = await walkFiles(root, { exclusions, ignoreFiles: [".gitignore", IGNORE_FILE] });
    const isIgnored = git.kind === "git" && walked.paths.length > 0;
    const notes = isIgnored ? [NOTE_IGNORED_ROOT] : git.notes;
    return { ...walked, notes: [...notes, ...walked.notes] };
  }
  const excluded: ExcludedPath[] = [];
  const named = git.paths.filter((path) => {
    const rule = decideExclusion({ path }, exclusions);
    if (rule !== undefined) excluded.push({ path, rule });
    return rule === undefined;
  });
  const kept = await dropIgnored(root, named);
  return { paths: kept.paths, excluded, notes: [...git.notes, ...kept.notes] };
}

/** Returns the paths that no `.dossierignore` among them, and not that of the root, names. */
async function dropIgnored(
  root: string,
  paths: readonly string[],
): Promise<Pick<FileListing, "paths" | "notes">> {
  const ignoreFiles = paths.filter((path) => path.endsWith(`/${IGNORE_FILE}`));
  // That of the root counts also when git ignores it, as one that is not to be shared is.
  if (exists(`${root}/${IGNORE_FILE}`)) ignoreFiles.unshift(IGNORE_FILE);
  if (ignoreFiles.length === 0) return { paths, notes: [] };
  const filter = await openIgnoreFilter();
  // A folder's file is listed before what is in its folders, but not before what is beside it.
  const unread = ignoreFiles.filter((path) => !filter.addFile(root, path));
  return {
    paths: paths.filter((path) => !filter.ignores(path)),
    notes: unread.map(noteIgnoreFile),
  };
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
