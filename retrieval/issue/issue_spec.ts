import { lstatOrUndefined } from "../machine/mod.ts";

/** Where an issue is to be read from. */
export interface IssueSpec {
  /** A file as the user named it; undefined for standard input. */
  readonly path: string | undefined;
  /** Which issue of a file of several; undefined when none is named. */
  readonly id: string | undefined;
}

/** What stands for standard input where a file is expected. */
const STANDARD_INPUT = "-";

const MARK = "#";

/**
 * Returns what `FILE`, `FILE#ID`, `-` or `-#ID` means. A `#` in the name of a file that exists is a
 * part of it.
 *
 * @param folder Absolute path of the folder that a relative file is seen from.
 */
export function parseIssueSpec(spec: string, folder: string): IssueSpec {
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
