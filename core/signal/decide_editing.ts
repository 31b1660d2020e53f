import type { WorkManifest } from "../issue/issue.ts";
import { checkTarget, refuse, type RequestRuling, type TargetRules } from "./check_target.ts";
import type { Signal } from "./signal.ts";

/** Wildcards, which could turn a grant into a pattern. */
const WILDCARD_REGEXP = /[*?]/;

/** Further wildcards; existing files may have them in their names, such as `[id].tsx`. */
const PATTERN_REGEXP = /[*?[\]{}!]/;

/**
 * Returns the decision on a request for the right to edit a file, which need not exist yet.
 *
 * The file is granted when no rule excludes it and no other task holds it. Its content is not
 * returned here, because the next prompt contains it. Folders, patterns, and paths below a file or
 * a link are refused.
 *
 * @param path Path relative to the root, as `resolveRequestPath` returns it.
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
  const foreign = isNew ? findBlockingPath(path, rules) : undefined;
  if (foreign !== undefined) {
    return refuse("excluded", signal, `"${foreign}" is not a folder of the repository`);
  }
  if (rules.manifest?.primary.includes(path)) {
    return { outcome: "already_present", path, message: `You may already edit "${path}"` };
  }
  const holder = rules.lookups.findLockHolder?.(path);
  if (holder !== undefined) {
    const why = `it is locked by "${holder}": continue without it, or wait`;
    return { ...refuse("excluded", signal, why), path };
  }
  const remark = isNew ? ", which does not exist yet" : "";
  return { outcome: "provided", path, message: `You may edit "${path}"${remark}` };
}

/**
 * Returns the first part of a path in which no file can be created: a file, or a link to a folder.
 */
function findBlockingPath(path: string, { lookups }: TargetRules): string | undefined {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    const parent = path.slice(0, end);
    const { kind } = lookups.inspect(parent);
    if (kind === "missing") return undefined;
    if (kind !== "folder") return parent;
  }
  return undefined;
}

/**
 * Returns the next version of a work manifest, in which all granted files may be edited, or the
 * manifest itself when nothing was granted.
 *
 * @param provided The provided requests.
 * @param manifest The work manifest so far; undefined results in version 1.
 */
export function grantFiles(
  provided: readonly (RequestRuling & { readonly signal: Signal })[],
  manifest: WorkManifest | undefined,
): WorkManifest | undefined {
  const paths = provided.flatMap(({ signal, path }) =>
    signal.kind === "file" && path !== undefined ? [path] : []
  );
  return paths.length === 0 ? manifest : widenManifest(manifest, paths);
}

/**
 * Returns the next version of a work manifest, in which `paths` may be edited as well.
 *
 * @param manifest The work manifest so far; undefined results in version 1.
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
