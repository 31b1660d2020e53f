import type { WorkManifest } from "../issue/issue.ts";
import { checkTarget, type TargetRules } from "./check_target.ts";
import { refuse, type RequestRuling } from "./request_ruling.ts";
import type { Signal } from "./signal.ts";

/**
 * Decides on a request for the right to edit a file, which need not be there yet.
 *
 * The file is granted when no rule leaves it out and no other task holds it. It is not shown here: a
 * file that may be edited is part of the next prompt.
 *
 * @param path Path relative to the root, as `resolveRequestPath` gives it.
 */
export function decideEditing(signal: Signal, path: string, rules: TargetRules): RequestRuling {
  const checked = checkTarget(signal, path, rules);
  if (checked.kind !== "file" && checked.kind !== "missing") return checked.ruling;
  if (rules.manifest?.primary.includes(path)) {
    return { outcome: "already_present", path, message: `You may edit "${path}" already` };
  }
  const holder = rules.lookups.lockHolder?.(path);
  if (holder !== undefined) {
    const why = `it is locked by "${holder}": go on without it, or wait`;
    return { ...refuse("excluded", signal, why), path };
  }
  const isNew = checked.kind === "missing" ? ", which is not there yet" : "";
  return { outcome: "provided", path, message: `You may edit "${path}"${isNew}` };
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
  if (paths.length === 0) return manifest;
  const { primary, read, forbidden, version } = manifest ?? NO_MANIFEST;
  return {
    primary: [...primary, ...paths],
    read: read.filter((path) => !paths.includes(path)),
    forbidden,
    version: version + 1,
  };
}

const NO_MANIFEST: WorkManifest = { primary: [], read: [], forbidden: [], version: 0 };
