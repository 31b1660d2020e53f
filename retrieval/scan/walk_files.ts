import type { Note } from "@dossier/core";
import { decideExclusion, type Exclusions } from "@dossier/core/exclude";
import { noteIgnoreFile, openIgnoreFilter } from "./ignore_filter.ts";
import type { ExcludedPath, FileListing } from "./file_listing.ts";

/** Options of {@link walkFiles}. */
export interface WalkOptions {
  /** What is left out by name; an excluded folder is not entered. */
  readonly exclusions: Exclusions;
  /** Names of ignore files in gitignore syntax; what one of them ignores is ignored. */
  readonly ignoreFiles: readonly string[];
}

/**
 * Returns the files below `root` that no ignore file and no rule leaves out.
 *
 * Links are not followed, so the walk cannot go round in circles nor leave the root; a nested git
 * repository is entered like any folder. A folder that cannot be read is noted and passed over.
 *
 * @param root Absolute path of a folder.
 */
export async function walkFiles(
  root: string,
  { exclusions, ignoreFiles }: WalkOptions,
): Promise<FileListing> {
  // One for each name, so that the files of one can not take back what those of another ignore.
  const filters = await Promise.all(
    ignoreFiles.map(async (name) => ({ name, filter: await openIgnoreFilter() })),
  );
  const paths: string[] = [];
  const excluded: ExcludedPath[] = [];
  const notes: Note[] = [];
  // A stack and not recursion: folders may be nested deeper than calls may be.
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = readFolder(root, folder, notes);
    const names = new Set(entries.map((entry) => entry.name));
    for (const { name, filter } of filters) {
      if (!names.has(name)) continue;
      const path = folder + name;
      if (!filter.addFile(root, path)) notes.push(noteIgnoreFile(path));
    }
    for (const entry of entries) {
      if (!entry.isFile && !entry.isDirectory) continue;
      const path = folder + entry.name + (entry.isDirectory ? "/" : "");
      const rule = decideExclusion({ path }, exclusions);
      if (rule !== undefined) {
        excluded.push({ path, rule });
        // A folder is entered all the same when globs may let in something below it.
        if (!entry.isDirectory || exclusions.rules.include.length === 0) continue;
      }
      if (filters.some(({ filter }) => filter.ignoresEntry(path))) continue;
      if (entry.isDirectory) pending.push(path);
      else if (rule === undefined) paths.push(path);
    }
  }
  return { paths: paths.sort(), excluded, notes };
}

function readFolder(root: string, folder: string, notes: Note[]): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(`${root}/${folder}`)];
  } catch (error) {
    // A folder that went away since it was listed held nothing that is still there.
    if (!(error instanceof Deno.errors.NotFound)) {
      notes.push({
        code: "folder-unreadable",
        message:
          `Folder "${folder}" cannot be read, so nothing in it is found: check its permissions`,
      });
    }
    return [];
  }
}
