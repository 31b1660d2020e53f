import { type ExclusionRule, formatExclusionReason, type Visibility } from "@dossier/core/exclude";
import type { WorkManifest } from "@dossier/core";
import { classifyPath } from "./read_document.ts";
import { toLiteralPath, toTreePath } from "./tree_path.ts";

/** Where a path that somebody wrote leads, or why it leads nowhere. */
export type LocatedFile =
  | {
    readonly kind: "file";
    /** Relative to the root, with `/` and without `.` and `..`. */
    readonly path: string;
  }
  | {
    readonly kind: "outside_root" | "excluded" | "not_found" | "folder";
    /** Half a sentence that says so. */
    readonly reason: string;
    /** The rule that hides it, if one does. */
    readonly rule?: ExclusionRule;
    /** The path of a file that only this request hides. */
    readonly path?: string;
  };

/** A tree in which paths are looked for. */
export interface LocateOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  readonly visibility: Visibility;
}

/**
 * Returns where a path leads that an issue or an agent wrote. Rules on names and content hold for it as
 * for any file, those on size do not, as somebody asked for this very file. A backslash separates, and white
 * space around a path is no part of it, unless there is a file that has them in its name. Letters with marks may be
 * one character or two, as disks and editors differ in that.
 *
 * @param written The path as it was written; a path with the root in front is taken as well.
 */
export function locateFile(written: string, options: LocateOptions): LocatedFile {
  const literal = locateLiteral(written, options);
  if (literal?.path !== undefined) return literal;
  const path = toTreePath(written, options.root);
  const located = locatePath(path, options);
  if (located.kind !== "not_found") return located;
  for (const form of ["NFC", "NFD"]) {
    const other = path!.normalize(form);
    const found = other === path ? located : locatePath(other, options);
    if (found.kind !== "not_found") return found;
  }
  return located;
}

/**
 * Returns the path of the file whose name has the backslashes, or the white space around it, that were
 * written; undefined when there is none that the rules of the project let be seen.
 */
export function findLiteralPath(written: string, options: LocateOptions): string | undefined {
  return locateLiteral(written, options)?.path;
}

function locateLiteral(written: string, options: LocateOptions): LocatedFile | undefined {
  if (!mayBeLiteral(written)) return undefined;
  return locatePath(toLiteralPath(written, options.root), options);
}

/** How an absolute path begins on a system with drives; elsewhere it is a folder like any other. */
const DRIVE_REGEXP = /^[A-Za-z]:\//;

/** Returns whether a name may be meant to the letter that is read in another way as well. */
export function mayBeLiteral(written: string): boolean {
  // Where a backslash separates, no name has one, nor a drive.
  const isOfNames = Deno.build.os !== "windows" &&
    (written.includes("\\") || DRIVE_REGEXP.test(written));
  return isOfNames || written !== written.trim();
}

function locatePath(path: string | undefined, { root, visibility }: LocateOptions): LocatedFile {
  if (path === undefined) return toRefusal({ kind: "outside_root", pattern: "" });
  const named = visibility.findHidingRule(path, { explicit: true });
  // What a rule hides by its name is not looked for; what only this request hides is, so that it is told
  // first where there is no such file.
  const isOfRequest = named?.kind === "forbidden" || named?.kind === "ignored";
  if (named !== undefined && !isOfRequest) return toRefusal(named);
  try {
    const info = Deno.lstatSync(`${root}/${path}`);
    if (info.isDirectory) return { kind: "folder", reason: "it is a folder: name its files" };
    const place = classifyPath(root, path, info);
    const rule = visibility.findHidingRule(path, { explicit: true, place });
    if (rule === undefined) return { kind: "file", path };
    return rule.kind === named?.kind ? { ...toRefusal(rule), path } : toRefusal(rule);
  } catch {
    return { kind: "not_found", reason: "there is no such file" };
  }
}

function toRefusal(rule: ExclusionRule): Exclude<LocatedFile, { readonly kind: "file" }> {
  const kind = rule.kind === "outside_root" ? rule.kind : "excluded";
  return { kind, reason: formatExclusionReason(rule), rule };
}

/**
 * Returns a manifest in which each file stands once in each list, however it is written; what leads outside
 * of the root stays as it is.
 *
 * @param root Real absolute path of the tree.
 */
export function normaliseManifest(manifest: WorkManifest, root: string): WorkManifest {
  const normalise = (paths: readonly string[]) => [
    ...new Set(paths.map((path) => toTreePath(path, root) ?? path)),
  ];
  const { primary, read, forbidden } = manifest;
  return {
    ...manifest,
    primary: normalise(primary),
    read: normalise(read),
    forbidden: normalise(forbidden),
  };
}
