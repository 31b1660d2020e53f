import type { Visibility } from "@dossier/core/exclude";
import type { HistorySource } from "../../commits/mod.ts";
import type {
  IndexReader,
  KnownPastNames,
  PastFile,
  PastName,
  PastNamesQuery,
} from "../../index/mod.ts";

/** The repository and its tree, where it is looked what has changed. */
export interface ChangeTree {
  readonly source: HistorySource;
  /** What is left out of the index, and so is no sign when it is missing there. */
  readonly visibility: Visibility;
}

/** Stands for the bytes of what is looked for by its path alone. */
const ANY_BLOB = "";

/**
 * Returns those of some names and paths that the tree of a commit had and the work tree has no more, in
 * commits or out of them; all of them where git can not tell.
 *
 * A name is gone when a file had it that is another now, or is not there any more; one that is only in
 * files that are as they were is left out of the index, or read otherwise than git reads it. Which files are
 * others the index says, as it knows what git calls their bytes: so the answer is that of the commit and
 * the tree, however the index came about. Git looks through those files once, and then through those
 * that have changed since; the index keeps where it found the names.
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
  const isAsItWas = (file: PastFile) =>
    isUnchangedOrSkipped(options.source.root, file, now.get(file[0])?.blob);
  return missing.filter((name) => filesOf(name)?.every(isAsItWas) !== true);
}

/** Asks git for what is not known, and keeps it; undefined when git can not tell. */
async function lookUp(
  reader: IndexReader,
  { mentions: { commit, names, paths }, known }: {
    readonly mentions: PastNamesQuery;
    readonly known: KnownPastNames;
  },
  { source, visibility }: ChangeTree,
): Promise<ReadonlyMap<string, PastName> | undefined> {
  // Imported only here: mostly all is known.
  const { findNamesAt, listCodeFilesAt, listPathsAt } = await import("./search_past_tree.ts");
  const newPaths = paths.filter((path) => !known.found.has(path));
  const [code, pathsThen] = await Promise.all([
    names.length === 0
      ? []
      : listCodeFilesAt(source, commit, known.isSearched ? known.changed : "all"),
    listPathsAt(source, commit, newPaths.map(toPlace).filter(isBelow)),
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
    const kept = before.filter(([path]) => !changed.has(path));
    found.set(name, { change, files: [...kept, ...namesThen.get(name)!] });
  }
  for (const path of newPaths) {
    const place = toPlace(path);
    found.set(path, { change, files: pathsThen.has(place) ? [[place, ANY_BLOB]] : [] });
  }
  await reader.writePastNames(commit, found, known.version);
  return found;
}

/** Returns where a path leads from the root, as what it is relative to is not known. */
function toPlace(path: string): string {
  return path.replace(/^(?:\.{1,2}\/)+|\/$/g, "");
}

/** Returns whether a path leads nowhere upwards: git refuses to look above its tree. */
function isBelow(path: string): boolean {
  return path !== "" && !path.split("/").includes("..");
}

/** Returns those files that the index does not have as they are and has not left out. */
async function listChangedFiles(
  reader: IndexReader,
  files: readonly PastFile[],
  visibility: Visibility,
): Promise<PastFile[]> {
  const now = await reader.findHashes(files.map(([path]) => path));
  const others = files.filter(([path, blob]) =>
    now.get(path)?.blob !== blob && visibility.shows(path)
  );
  const gone = others.map(([path]) => path).filter((path) => !now.has(path));
  const skipped = new Set((await reader.listSkipped(gone)).map(({ path }) => path));
  return others.filter(([path]) => !skipped.has(path));
}

/**
 * Returns whether a file is what it was, or is there and left out of the index for some reason.
 *
 * @param now What git calls the bytes that the index has; undefined when it has none.
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
