import type { Visibility } from "@dossier/core/exclude";
import type { HistorySource } from "../../commits/mod.ts";
import {
  findDocumentBlob,
  findPastNames,
  findSkipped,
  lastChange,
  listChangedSince,
  listDocumentBlobs,
  type PastFile,
  type PastName,
  type Store,
  writePastNames,
} from "../../index/mod.ts";

/** What {@link listGone} looks up. */
export interface PastMentions {
  /** The commit whose tree is asked. */
  readonly commit: string;
  /** Names that the code of the index does not have. */
  readonly names: readonly string[];
  /** Paths that lead to nothing in the index. */
  readonly paths: readonly string[];
}

/** Where {@link listGone} looks. */
export interface GoneOptions {
  /** The repository that the tree is of. */
  readonly source: HistorySource;
  /** What is left out of the index, and so is no sign when it is missing there. */
  readonly exclusions: Visibility;
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
export async function listGone(
  store: Store,
  mentions: PastMentions,
  options: GoneOptions,
): Promise<string[]> {
  const missing = [...mentions.names, ...mentions.paths];
  if (missing.length === 0) return missing;
  const known = store.read(() => readKnown(store, mentions));
  const found = known.isCurrent ? known.found : await lookUp(store, { mentions, known }, options);
  const { root } = options.source;
  return missing.filter((name) => {
    const past = found?.get(name);
    return past === undefined || past.files.some((file) => !isAsItWas(store, root, file));
  });
}

/** What the index knows of the names and paths of a document. */
interface KnownPast {
  readonly found: ReadonlyMap<string, PastName>;
  /** Whether there is nothing to ask git. */
  readonly isCurrent: boolean;
  /** Whether all names were looked for before, so that only `changed` has to be looked through. */
  readonly isLookedFor: boolean;
  /** Paths of what changed since. */
  readonly changed: readonly string[];
  /** The last change of the index. */
  readonly change: number;
  /** The state of the index. */
  readonly version: string;
}

function readKnown(store: Store, { commit, names, paths }: PastMentions): KnownPast {
  const found = findPastNames(store, commit, [...names, ...paths]);
  const isLookedFor = names.every((name) => found.has(name));
  const change = lastChange(store);
  const since = names.reduce(
    (least, name) => Math.min(least, found.get(name)?.change ?? 0),
    change,
  );
  const changed = isLookedFor && since < change ? listChangedSince(store, since) : [];
  const isCurrent = isLookedFor && changed.length === 0 && paths.every((path) => found.has(path));
  return { found, isCurrent, isLookedFor, changed, change, version: store.dataVersion() };
}

/** Asks git for what is not known, and keeps it; undefined when git can not tell. */
async function lookUp(
  store: Store,
  { mentions: { commit, names, paths }, known }: {
    readonly mentions: PastMentions;
    readonly known: KnownPast;
  },
  { source, exclusions }: GoneOptions,
): Promise<ReadonlyMap<string, PastName> | undefined> {
  // Imported only here: mostly all is known.
  const { findNamesAt, listCodeAt, listPathsAt } = await import("./ask_past.ts");
  const newPaths = paths.filter((path) => !known.found.has(path));
  const [code, pathsThen] = await Promise.all([
    names.length === 0 ? [] : listCodeAt(source, commit, known.isLookedFor ? known.changed : "all"),
    listPathsAt(source, commit, newPaths.map(toPlace).filter(isBelow)),
  ]);
  if (code === undefined || pathsThen === undefined) return undefined;
  const files = store.read(() => listOthers(store, code, exclusions));
  const namesThen = await findNamesAt(source, { commit, files }, names);
  if (namesThen === undefined) return undefined;
  const { change } = known;
  const changed = new Set(known.changed);
  const found = new Map(known.found);
  for (const name of names) {
    const before = known.isLookedFor ? known.found.get(name)!.files : [];
    const kept = before.filter(([path]) => !changed.has(path));
    found.set(name, { change, files: [...kept, ...namesThen.get(name)!] });
  }
  for (const path of newPaths) {
    const place = toPlace(path);
    found.set(path, { change, files: pathsThen.has(place) ? [[place, ANY_BLOB]] : [] });
  }
  store.write(() => {
    // What changed meanwhile was not noted if nothing was kept yet that it mattered for.
    if (store.dataVersion() === known.version) writePastNames(store, commit, found);
  });
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
function listOthers(
  store: Store,
  files: readonly PastFile[],
  exclusions: Visibility,
): PastFile[] {
  const blobs = listDocumentBlobs(store, files.map(([path]) => path));
  return files.filter(([path, blob]) =>
    blobs.get(path) !== blob && exclusions.shows(path) &&
    (blobs.has(path) || findSkipped(store, path) === undefined)
  );
}

/** Returns whether a file is what it was, or is there and left out of the index for some reason. */
function isAsItWas(store: Store, root: string, [path, blob]: PastFile): boolean {
  const now = findDocumentBlob(store, path);
  if (now !== undefined) return blob === ANY_BLOB || blob === now;
  try {
    const { isDirectory } = Deno.lstatSync(`${root}/${path}`);
    return blob === ANY_BLOB || !isDirectory;
  } catch {
    return false;
  }
}
