import { type ExclusionRule, formatExclusionReason, type Visibility } from "@dossier/core/exclude";
import type { WorkManifest } from "@dossier/core";
import { classifyPath } from "./read_document.ts";
import { toLiteralPath, toTreePath } from "./tree_path.ts";

/** Location of a file from a written path, or the reason why there is none. */
export type LocatedFile =
  | {
    readonly kind: "file";
    /** Relative to the root, with `/` and without `.` and `..`. */
    readonly path: string;
  }
  | {
    readonly kind: "outside_root" | "excluded" | "not_found" | "folder";
    /** Reason, as half a sentence. */
    readonly reason: string;
    /** Rule that hides the file, if there is one. */
    readonly rule?: ExclusionRule;
    /** Path of a file that only this request hides. */
    readonly path?: string;
  };

/** Tree in which paths are located. */
export interface LocateOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  readonly visibility: Visibility;
}

/**
 * Returns the location of a path that an issue or an agent wrote. Rules on names and content apply
 * as for any file. Rules on size do not, as this file was requested by name. Backslashes separate
 * names, and white space around a path is removed, unless there is a file with these characters in
 * its name. Letters with diacritics may be one character or two, as disks and editors differ in
 * that.
 *
 * @param written Path as written. It may start with the root.
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
 * Returns the path of the file whose name contains the written backslashes or surrounding white
 * space; undefined when there is no such file that the rules of the project show.
 */
export function findLiteralPath(written: string, options: LocateOptions): string | undefined {
  return locateLiteral(written, options)?.path;
}

function locateLiteral(written: string, options: LocateOptions): LocatedFile | undefined {
  if (!mayBeLiteral(written)) return undefined;
  return locatePath(toLiteralPath(written, options.root), options);
}

/** Start of an absolute path on a system with drives. Elsewhere it is the name of a folder. */
const DRIVE_REGEXP = /^[A-Za-z]:\//;

/** Returns true when a path may also be meant literally, with its special characters. */
export function mayBeLiteral(written: string): boolean {
  // On systems where a backslash separates names, no name contains one, nor a drive.
  const isOfNames = Deno.build.os !== "windows" &&
    (written.includes("\\") || DRIVE_REGEXP.test(written));
  return isOfNames || written !== written.trim();
}

function locatePath(path: string | undefined, { root, visibility }: LocateOptions): LocatedFile {
  if (path === undefined) return toRefusal({ kind: "outside_root", pattern: "" });
  const named = visibility.findHidingRule(path, { isExplicit: true });
  // A file hidden by a rule on names is not looked up. A file hidden only by this request is, so
  // that a missing file is reported as such.
  const isOfRequest = named?.kind === "forbidden" || named?.kind === "ignored";
  if (named !== undefined && !isOfRequest) return toRefusal(named);
  try {
    const info = Deno.lstatSync(`${root}/${path}`);
    if (info.isDirectory) return { kind: "folder", reason: "it is a folder: name its files" };
    const irregularKind = classifyPath(root, path, info);
    const rule = visibility.findHidingRule(path, { isExplicit: true, irregularKind });
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
 * Returns a manifest in which each file occurs once in each list, in its normal form. Paths outside
 * of the root are not changed.
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
