import { decideExclusion, describeExclusion, type Exclusions } from "@dossier/core/exclude";

/** Where a path that somebody wrote leads, or why it leads nowhere. */
export type LocatedFile =
  | {
    readonly kind: "file";
    /** Path relative to the root, with `/` and without `.` and `..`. */
    readonly path: string;
  }
  | {
    readonly kind: "outside_root" | "excluded" | "not_found" | "folder";
    /** Half a sentence that says so. */
    readonly reason: string;
  };

/** How the parts of a path are told from each other. */
interface PathForm {
  /** What stands between two parts. */
  readonly separator: RegExp;
  /** How a path begins that is not relative. */
  readonly absolute: RegExp;
}

/** What somebody writes, on whatever system. */
const WRITTEN_FORM: PathForm = {
  separator: /[/\\]+/,
  absolute: /^(?:[/\\~]|[A-Za-z]:[/\\])/,
};

/** What files are called where a backslash is a letter like any other. */
const LITERAL_FORM: PathForm = { separator: /\/+/, absolute: /^[/~]/ };

/** What {@link locateFile} goes by. */
export interface LocateOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  /** What may not be served. */
  readonly exclusions: Exclusions;
}

/**
 * Returns where a path leads that an issue or an agent wrote. Rules on names and content hold for it as
 * for any file, those on size do not, as somebody asked for this very file. A backslash separates, unless
 * there is a file that has it in its name.
 *
 * @param written The path as it was written; a path with the root in front is taken as well.
 */
export function locateFile(
  written: string,
  options: LocateOptions,
): LocatedFile {
  const literal = findLiteralPath(written, options);
  return literal === undefined
    ? locatePath(toTreePath(written, options.root), options)
    : { kind: "file", path: literal };
}

/**
 * Returns the path of the file whose name has the backslashes that were written; undefined when there is
 * none that may be served.
 */
export function findLiteralPath(written: string, options: LocateOptions): string | undefined {
  // Where a backslash separates, no name has one.
  if (!written.includes("\\") || Deno.build.os === "windows") return undefined;
  const located = locatePath(toLiteralPath(written, options.root), options);
  return located.kind === "file" ? located.path : undefined;
}

function locatePath(
  path: string | undefined,
  { root, exclusions }: LocateOptions,
): LocatedFile {
  if (path === undefined) {
    return { kind: "outside_root", reason: "it is outside the root" };
  }
  const rule = decideExclusion({ path, explicit: true }, exclusions);
  if (rule !== undefined) return { kind: "excluded", reason: describeExclusion(rule) };
  try {
    const { isFile, isDirectory, isSymlink } = Deno.lstatSync(`${root}/${path}`);
    if (isDirectory) return { kind: "folder", reason: "it is a folder: name its files" };
    if (isSymlink) return { kind: "excluded", reason: "it is a symbolic link" };
    if (!isFile) return { kind: "excluded", reason: "it is no regular file" };
    return { kind: "file", path };
  } catch {
    return { kind: "not_found", reason: "there is no such file" };
  }
}

/**
 * Returns a path that somebody wrote relative to the root, with `/` and without `.`, `..` and empty parts;
 * undefined when it leaves the root.
 *
 * @param root Real absolute path of the tree.
 */
export function toTreePath(written: string, root: string): string | undefined {
  return toRelative(written, root, WRITTEN_FORM);
}

/** Returns the same where every backslash is a letter of a name. */
export function toLiteralPath(written: string, root: string): string | undefined {
  return toRelative(written, root, LITERAL_FORM);
}

function toRelative(
  written: string,
  root: string,
  { separator, absolute }: PathForm,
): string | undefined {
  // A slash more, so that the root itself is below it.
  const inner = `${written}/`.startsWith(`${root}/`) ? written.slice(root.length + 1) : written;
  if (absolute.test(inner)) return undefined;
  const parts: string[] = [];
  for (const part of inner.trim().split(separator)) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
