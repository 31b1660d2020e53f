import { dirname, realPathOrUndefined } from "@dossier/retrieval/machine";
import {
  findCommonFolder,
  findGitFolder,
  findGitRoot,
  findOrigin,
  readGitText,
} from "@dossier/retrieval/tree";
import type { ProjectName } from "./store/mod.ts";

/** The organisation of those who set none. */
const LOCAL = "local";

/** Whose memory a tree has, and at which root it is kept. */
export interface ProjectPlace extends ProjectName {
  /** Absolute path of the main work tree, which all work trees of a repository share; otherwise the root itself. */
  readonly home: string;
  /** Whether only its folder names it, as those of other projects may. */
  readonly isByFolder: boolean;
}

/**
 * Returns whose memory the tree at `root` has: that of its repository, by the address of its remote `origin`, so that
 * all who work on it share it; without one by the name of its folder. A folder within a tree is a project of its own:
 * observations cite places from their root. Nothing that the repository holds is asked: it
 * could name the project of somebody else.
 *
 * @param readVariable Returns an environment variable: `DOSSIER_MEMORY_ORGANIZATION` and `DOSSIER_MEMORY_PROJECT` go
 * first.
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
  // What a folder within a tree cites is named from there, so that it has a memory of its own.
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
 * Returns the main work tree of a repository for the tree at `top`; undefined unless the repository knows the tree as
 * one of its own: a file of the tree alone must not lead to the memory of another repository.
 */
function findMainTree(top: string, folder: string): string | undefined {
  const common = realPathOrUndefined(findCommonFolder(folder));
  if (common === undefined || common === folder || !common.endsWith("/.git")) return undefined;
  const known = readGitText(`${folder}/gitdir`)?.trim();
  return known === `${top}/.git` ? dirname(common) : undefined;
}
