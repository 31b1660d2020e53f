import type { WorkManifest } from "../issue/issue.ts";
import { checkTarget, type TargetRules } from "./check_target.ts";
import { refuse, type RequestRuling } from "./request_ruling.ts";
import type { Signal } from "./signal.ts";

/** Marks that stand for more than one file to those who read a grant as a pattern. */
const WILDCARD_REGEXP = /[*?]/;

/** More of them, which are also in the names of files, such as `[id].tsx`. */
const PATTERN_REGEXP = /[*?[\]{}!]/;

/**
 * Decides on a request for the right to edit a file, which need not be there yet.
 *
 * The file is granted when no rule leaves it out and no other task holds it. It is not shown here: a
 * file that may be edited is part of the next prompt. What is granted is one file: never a folder or a
 * pattern, and nothing below a file or a link.
 *
 * @param path Path relative to the root, as `resolveRequestPath` gives it.
 */
export function decideEditing(signal: Signal, path: string, rules: TargetRules): RequestRuling {
  const checked = checkTarget(signal, path, rules);
  if (checked.kind !== "file" && checked.kind !== "missing") return checked.ruling;
  const isNew = checked.kind === "missing";
  if ((isNew ? PATTERN_REGEXP : WILDCARD_REGEXP).test(path)) {
    return refuse("excluded", signal, "it is a pattern: name one file");
  }
  if (isNew && /[/\\]$/.test(signal.target)) {
    return refuse("not_found", signal, "it is a folder: name a file");
  }
  const foreign = isNew ? findNoFolder(path, rules) : undefined;
  if (foreign !== undefined) {
    return refuse("excluded", signal, `"${foreign}" is no folder of the repository`);
  }
  if (rules.manifest?.primary.includes(path)) {
    return { outcome: "already_present", path, message: `You may edit "${path}" already` };
  }
  const holder = rules.lookups.lockHolder?.(path);
  if (holder !== undefined) {
    const why = `it is locked by "${holder}": go on without it, or wait`;
    return { ...refuse("excluded", signal, why), path };
  }
  const remark = isNew ? ", which is not there yet" : "";
  return { outcome: "provided", path, message: `You may edit "${path}"${remark}` };
}

/** Returns the first part of a path that no file can be made in: another file, or a link to a folder. */
function findNoFolder(path: string, { lookups }: TargetRules): string | undefined {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    const parent = path.slice(0, end);
    const { kind } = lookups.look(parent);
    if (kind === "missing") return undefined;
    if (kind !== "folder") return parent;
  }
  return undefined;
}

/**
 * Returns the work manifest in which the files of all granted requests may be edited: one version
 * later, or the one that was given when nothing was granted.
 *
 * @param given What is provided.
 * @param manifest The work manifest so far; without one the first version is made.
 */
export function grantFiles(
  given: readonly (RequestRuling & { readonly signal: Signal })[],
  manifest: WorkManifest | undefined,
): WorkManifest | undefined {
  const paths = given.flatMap(({ signal, path }) =>
    signal.kind === "file" && path !== undefined ? [path] : []
  );
  return paths.length === 0 ? manifest : widenManifest(manifest, paths);
}

/**
 * Returns the next version of a work manifest, in which these files may be edited as well.
 *
 * @param manifest The work manifest so far; without one the first version is made.
 */
export function widenManifest(
  manifest: WorkManifest | undefined,
  paths: readonly string[],
): WorkManifest {
  const { primary, read, forbidden, version } = manifest ?? NO_MANIFEST;
  return {
    primary: [...primary, ...paths],
    read: read.filter((path) => !paths.includes(path)),
    forbidden,
    version: version + 1,
  };
}

const NO_MANIFEST: WorkManifest = { primary: [], read: [], forbidden: [], version: 0 };
