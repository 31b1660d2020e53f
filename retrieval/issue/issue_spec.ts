import { lstatOrUndefined } from "../machine/mod.ts";

/** What stands for standard input where a file is expected. */
const STANDARD_INPUT = "-";

const MARK = "#";

/**
 * Returns what `FILE`, `FILE#ID`, `-` or `-#ID` means: a file as the user named it, undefined for standard
 * input, and which issue of several, undefined when none is named. A `#` in the name of a file that exists is
 * a part of it.
 *
 * @param folder Absolute path of the folder that a relative file is seen from.
 */
export function parseIssueSpec(
  spec: string,
  folder: string,
): { readonly path: string | undefined; readonly id: string | undefined } {
  const mark = spec.lastIndexOf(MARK);
  const isSplit = mark > 0 && lstatOrUndefined(resolvePath(spec, folder)) === undefined;
  const path = isSplit ? spec.slice(0, mark) : spec;
  const id = isSplit ? spec.slice(mark + MARK.length) : undefined;
  return { path: path === STANDARD_INPUT ? undefined : path, id };
}

/** Returns `path` as an absolute path, seen from `folder`. */
export function resolvePath(path: string, folder: string): string {
  return path.startsWith("/") ? path : `${folder}/${path}`;
}

/** The folder in which beads keeps a tracker beside the code. */
const BEADS = ".beads";

/** Tracker files of every tree, for an issue that comes from no file. */
export const TRACKER_FOLDERS: readonly string[] = [`${BEADS}/`];

/**
 * Returns the files of the tree that hold issues rather than anything to read about them: the file
 * that an issue is read from, if it is inside the root, and the folders of trackers. None of them may
 * answer a question about an issue: what they hold is the question.
 *
 * @param spec What {@link readIssue} reads the issue from.
 * @param options.root Absolute path of the tree.
 * @param options.folder Absolute path of the folder that a relative file is seen from.
 * @returns Paths relative to the root, sorted; one that ends in `/` stands for all in that folder.
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

/** Returns whether a path relative to the root is one of, or in one of, those listed. */
export function isTrackerPath(path: string, trackerPaths: readonly string[]): boolean {
  return trackerPaths.some((tracker) =>
    tracker.endsWith("/") ? path.startsWith(tracker) : path === tracker
  );
}

/** Returns where a file is, and where the link is if it is one. */
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

/** Returns the tracker's folder that a file is in, or the file itself. */
function toTrackerPath(path: string): string {
  const parts = path.split("/");
  const at = parts.indexOf(BEADS);
  return at < 0 || at === parts.length - 1 ? path : `${parts.slice(0, at + 1).join("/")}/`;
}
