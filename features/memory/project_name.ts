import { dirname, realPathOrUndefined } from "@dossier/retrieval/machine";
import {
  findCommonFolder,
  findGitFolder,
  findGitRoot,
  findOrigin,
  readGitText,
} from "@dossier/retrieval/tree";
import type { ProjectName } from "./store/mod.ts";

/** The default organization. */
const LOCAL = "local";

/** The project of a tree, and the root of its memory. */
export interface ProjectPlace extends ProjectName {
  /**
   * Absolute path of the main work tree, shared by all work trees of a repository; otherwise the
   * root itself.
   */
  readonly home: string;
  /** True when the name is only that of its folder, which other projects may have too. */
  readonly isByFolder: boolean;
}

/**
 * Returns the project of the tree at `root`: that of its repository, by the address of the remote
 * `origin`, so that all users of the repository share a memory; without a remote, by the name of
 * its folder. A folder within a tree is a project of its own, as observations cite paths relative
 * to their root. Files of the repository do not count: they could name the project of another user.
 *
 * @param readVariable Returns an environment variable: `DOSSIER_MEMORY_ORGANIZATION` and
 * `DOSSIER_MEMORY_PROJECT` take precedence.
 */
export function nameProject(
  root: string,
  readVariable: (name: string) => string | undefined,
): ProjectPlace {
  const top = findGitRoot(root);
  const folder = top === undefined ? undefined : findGitFolder(top);
  const mainTree = top === undefined || folder === undefined
    ? undefined
    : findMainTree(top, folder);
  // Citations within a folder are relative to it, so that it has a memory of its own.
  const within = top === undefined || top === root ? "" : root.slice(top.length);
  const home = mainTree === undefined || within !== "" ? root : mainTree;
  const origin = folder === undefined ? undefined : findOrigin(folder);
  const chosen = readVariable("DOSSIER_MEMORY_PROJECT") || (origin && `${origin}${within}`);
  return {
    organization: readVariable("DOSSIER_MEMORY_ORGANIZATION") || LOCAL,
    project: chosen || home.slice(home.lastIndexOf("/") + 1) || "root",
    home,
    isByFolder: !chosen,
  };
}

/**
 * Returns the main work tree of a repository for the tree at `top`; undefined unless the repository
 * lists the tree as a work tree: a file of the tree alone must not lead to the memory of another
 * repository.
 */
function findMainTree(top: string, folder: string): string | undefined {
  const common = realPathOrUndefined(findCommonFolder(folder));
  if (common === undefined || common === folder || !common.endsWith("/.git")) return undefined;
  const known = readGitText(`${folder}/gitdir`)?.trim();
  return known === `${top}/.git` ? dirname(common) : undefined;
}
