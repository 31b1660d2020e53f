import { createVisibility, type ExclusionRules, type Visibility } from "@dossier/core/exclude";
import type { Note, WorkManifest } from "@dossier/core";
import { lstatOrUndefined } from "../machine/mod.ts";
import { createPathCheck, openGlobs } from "./open_globs.ts";
import { mayBeLiteral } from "./locate_file.ts";
import { toLiteralPath, toTreePath } from "./tree_path.ts";

/**
 * Returns the visibility for exclusion rules, with compiled `include` globs.
 *
 * @param root Real absolute path of the tree.
 */
export async function openVisibility(rules: ExclusionRules, root: string): Promise<Visibility> {
  const openIncludes = async (globs: readonly string[] = []) =>
    globs.length === 0 ? () => false : await openGlobs(globs, createPathCheck(root));
  const isIncludedByUser = await openIncludes(rules.user?.include);
  return createVisibility(rules, await openIncludes(rules.include), { isIncludedByUser, root });
}

/** Part of a manifest that forbids files. */
type ForbiddingManifest = Pick<WorkManifest, "forbidden"> | undefined;

const GLOB_REGEXP = /[*?[\]{}!]/;

/**
 * Returns a function that returns true when a manifest forbids a path of the tree: by its name, by
 * the name of one of its folders, or by a glob. An entry that names the root forbids everything.
 *
 * @param manifest Manifest with paths as written. Without a manifest nothing is forbidden.
 * @param root Real absolute path of the tree.
 */
export async function openForbidden(
  manifest: ForbiddingManifest,
  root: string,
): Promise<(path: string) => boolean> {
  const paths = listTreePaths(manifest, root).flatMap(({ written, path }) => {
    // A file with the backslashes or the white space in its name is forbidden too.
    const literal = mayBeLiteral(written) ? toLiteralPath(written, root) : undefined;
    return [path ?? [], literal ?? []].flat();
  });
  const globs = paths.filter((path) => GLOB_REGEXP.test(path));
  const matchesGlob = globs.length === 0
    ? () => false
    : await openGlobs(globs, createPathCheck(root));
  const files = new Set(paths);
  return (path) =>
    files.has(path) || files.has("") || paths.some((folder) => path.startsWith(`${folder}/`)) ||
    matchesGlob(path);
}

/**
 * Returns a note for each entry that forbids nothing, as it is outside of the root, or there is no
 * such file.
 */
export function noteForbidden(manifest: ForbiddingManifest, root: string): Note[] {
  const listed = listTreePaths(manifest, root);
  const exists = (path: string) =>
    GLOB_REGEXP.test(path) || lstatOrUndefined(`${root}/${path}`) !== undefined;
  // A name, and the name with a remark in parentheses, count as one entry.
  const isSame = (path: string, other = path) =>
    path.startsWith(`${other} (`) || other.startsWith(`${path} (`);
  return listed.flatMap(({ written, path }) => {
    if (path === undefined) return [note(written, "it is outside the root")];
    const named = [path, ...listed.flatMap(({ path: other }) => isSame(path, other) ? other! : [])];
    return named.some(exists) ? [] : [note(written, "there is no such file or folder")];
  });
}

function listTreePaths(manifest: ForbiddingManifest, root: string) {
  return (manifest?.forbidden ?? [])
    .map((written) => ({ written, path: toTreePath(written, root) }));
}

function note(written: string, reason: string): Note {
  return {
    code: "manifest-file",
    message: `The manifest forbids "${written}", which has no effect as ${reason}`,
  };
}
