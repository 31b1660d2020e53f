import type { Visibility } from "@dossier/core/exclude";
import type { HistorySource } from "../../commits/mod.ts";
import type {
  IndexReader,
  KnownPastNames,
  PastFile,
  PastName,
  PastNamesQuery,
} from "../../index/mod.ts";

/** Repository and tree in which changes are detected. */
export interface ChangeTree {
  readonly source: HistorySource;
  /** Visibility of files: an excluded file is no evidence when it is missing in the index. */
  readonly visibility: Visibility;
}

/** Placeholder for the blob of a file that is searched by its path only. */
const ANY_BLOB = "";

/**
 * Returns the names and paths that were in the tree of a commit and are not in the work tree any
 * more, committed or not; all of them when git fails.
 *
 * A name counts as removed when a file with it was changed or deleted. When a name is only in
 * unchanged files, either the files are excluded from the index, or the index reads them
 * differently than git. The index shows which files have changed, because it knows their git blobs:
 * so the result depends only on the commit and the tree, independent of the history of the index.
 * Git searches those files once, and then only those that have changed since; the index caches the
 * found names.
 */
export async function listRemovedMentions(
  reader: IndexReader,
  mentions: PastNamesQuery,
  options: ChangeTree,
): Promise<string[]> {
  const missing = [...mentions.names, ...mentions.paths];
  if (missing.length === 0) return missing;
  const known = await reader.findPastNames(mentions);
  const found = known.isCurrent ? known.found : await lookUp(reader, { mentions, known }, options);
  if (found === undefined) return missing;
  const filesOf = (name: string) => found.get(name)?.files;
  const paths = missing.flatMap((name) => filesOf(name)?.map(([path]) => path) ?? []);
  const now = await reader.findHashes([...new Set(paths)]);
  const isUnchanged = (file: PastFile) =>
    isUnchangedOrSkipped(options.source.root, file, now.get(file[0])?.blob);
  return missing.filter((name) => filesOf(name)?.every(isUnchanged) !== true);
}

/** Queries git for unknown names and caches the result; `undefined` when git fails. */
async function lookUp(
  reader: IndexReader,
  { mentions: { commit, names, paths }, known }: {
    readonly mentions: PastNamesQuery;
    readonly known: KnownPastNames;
  },
  { source, visibility }: ChangeTree,
): Promise<ReadonlyMap<string, PastName> | undefined> {
  // Imported only here: in most cases everything is cached.
  const { findNamesAt, listCodeFilesAt, listPathsAt } = await import("./search_past_tree.ts");
  const newPaths = paths.filter((path) => !known.found.has(path));
  const [code, pathsThen] = await Promise.all([
    names.length === 0
      ? []
      : listCodeFilesAt(source, commit, known.isSearched ? known.changed : "all"),
    listPathsAt(source, commit, newPaths.map(toRootPath).filter(isBelow)),
  ]);
  if (code === undefined || pathsThen === undefined) return undefined;
  const files = await listChangedFiles(reader, code, visibility);
  const namesThen = await findNamesAt(source, { commit, files }, names);
  if (namesThen === undefined) return undefined;
  const { change } = known;
  const changed = new Set(known.changed);
  const found = new Map(known.found);
  for (const name of names) {
    const before = known.isSearched ? known.found.get(name)!.files : [];
    const unchanged = before.filter(([path]) => !changed.has(path));
    found.set(name, { change, files: [...unchanged, ...namesThen.get(name)!] });
  }
  for (const path of newPaths) {
    const place = toRootPath(path);
    found.set(path, { change, files: pathsThen.has(place) ? [[place, ANY_BLOB]] : [] });
  }
  await reader.writePastNames(commit, found, known.version);
  return found;
}

/** Returns a path relative to the root, because its base folder is unknown. */
function toRootPath(path: string): string {
  return path.replace(/^(?:\.{1,2}\/)+|\/$/g, "");
}

/** Returns true when a path does not lead above the root: git rejects paths above its tree. */
function isBelow(path: string): boolean {
  return path !== "" && !path.split("/").includes("..");
}

/** Returns the files that are changed or missing in the index, and not excluded. */
async function listChangedFiles(
  reader: IndexReader,
  files: readonly PastFile[],
  visibility: Visibility,
): Promise<PastFile[]> {
  const now = await reader.findHashes(files.map(([path]) => path));
  const others = files.filter(([path, blob]) =>
    now.get(path)?.blob !== blob && visibility.isVisible(path)
  );
  const missing = others.map(([path]) => path).filter((path) => !now.has(path));
  const skipped = new Set((await reader.listSkipped(missing)).map(({ path }) => path));
  return others.filter(([path]) => !skipped.has(path));
}

/**
 * Returns true when a file is unchanged, or exists and is excluded from the index.
 *
 * @param now Git blob of the indexed bytes; `undefined` when the file is not indexed.
 */
function isUnchangedOrSkipped(
  root: string,
  [path, blob]: PastFile,
  now: string | undefined,
): boolean {
  if (now !== undefined) return blob === ANY_BLOB || blob === now;
  try {
    const { isDirectory } = Deno.lstatSync(`${root}/${path}`);
    return blob === ANY_BLOB || !isDirectory;
  } catch {
    return false;
  }
}
