import { lstatOrUndefined } from "../machine/mod.ts";

/** Argument for standard input in place of a file. */
const STANDARD_INPUT = "-";

const MARK = "#";

/**
 * Returns the file and the id of `FILE`, `FILE#ID`, `-` or `-#ID`: a file as the user named it,
 * `undefined` for standard input; and the id of one of several issues, `undefined` when none is
 * named. A `#` in the name of an existing file is part of it.
 *
 * @param folder Absolute path of the base folder of a relative file.
 */
export function parseIssueSpec(
  spec: string,
  folder: string,
): { readonly path: string | undefined; readonly id: string | undefined } {
  const markIndex = spec.lastIndexOf(MARK);
  const isSplit = markIndex > 0 && lstatOrUndefined(resolvePath(spec, folder)) === undefined;
  const path = isSplit ? spec.slice(0, markIndex) : spec;
  const id = isSplit ? spec.slice(markIndex + MARK.length) : undefined;
  return { path: path === STANDARD_INPUT ? undefined : path, id };
}

/** Returns `path` as an absolute path, relative to `folder`. */
export function resolvePath(path: string, folder: string): string {
  return path.startsWith("/") ? path : `${folder}/${path}`;
}

/** Folder in which beads stores a tracker beside the code. */
const BEADS = ".beads";

/** Tracker folders of every tree, for an issue that is not from a file. */
export const TRACKER_FOLDERS: readonly string[] = [`${BEADS}/`];

/**
 * Returns the files of the tree that contain issues: the file of the issue, if it is inside of the
 * root, and the folders of trackers. None of them may answer a question about an issue, because
 * they contain the question.
 *
 * @param spec Specification of the issue for {@link readIssue}.
 * @param options.root Absolute path of the tree.
 * @param options.folder Absolute path of the base folder of a relative file.
 * @returns Paths relative to the root, sorted; one with a trailing `/` means all files in that
 * folder.
 */
export function listTrackerPaths(
  spec: string,
  { root, folder = root }: { readonly root: string; readonly folder?: string | undefined },
): readonly string[] {
  const { path } = parseIssueSpec(spec, folder);
  const found = new Set(TRACKER_FOLDERS);
  for (const file of path === undefined ? [] : listRealPaths(resolvePath(path, folder))) {
    const inside = pathInside(file, realPath(root) ?? root);
    if (inside !== undefined) found.add(toTrackerPath(inside));
  }
  return [...found].sort();
}

/** Returns true when a path relative to the root is a listed path, or in a listed folder. */
export function isTrackerPath(path: string, trackerPaths: readonly string[]): boolean {
  return trackerPaths.some((tracker) =>
    tracker.endsWith("/") ? path.startsWith(tracker) : path === tracker
  );
}

/** Returns the real path of a file, and that of the link if it is one. */
function listRealPaths(path: string): readonly string[] {
  const slash = path.lastIndexOf("/");
  const folder = realPath(path.slice(0, slash) || "/");
  const named = folder === undefined ? [] : [`${folder === "/" ? "" : folder}${path.slice(slash)}`];
  const file = realPath(path);
  return file === undefined ? named : [...named, file];
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

function pathInside(path: string, root: string): string | undefined {
  const start = root === "/" ? root : `${root}/`;
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}

/** Returns the tracker folder of a file, or the file itself. */
function toTrackerPath(path: string): string {
  const parts = path.split("/");
  const at = parts.indexOf(BEADS);
  return at < 0 || at === parts.length - 1 ? path : `${parts.slice(0, at + 1).join("/")}/`;
}
