import {
  type ComparedInstructions,
  findNamedPaths,
  type InstructionFinding,
  type NamedPath,
} from "../core/instructions/mod.ts";
import type { Visibility } from "@dossier/core/exclude";
import { basename, dirname, lstatOrUndefined } from "@dossier/retrieval/machine";
import { runGit, toTreePath } from "@dossier/retrieval/tree";
import { listFoldersDown } from "./find_instruction_files.ts";

/** Time limit of git for the search for removed files, in milliseconds. */
const TIME_LIMIT_MS = 20_000;

/** The tree in which paths are searched. */
interface DeadPathTree {
  /** Real absolute path. */
  readonly root: string;
  /** All files of the tree. */
  readonly paths: readonly string[];
  readonly visibility: Visibility;
}

/** A path that does not exist, with its possible meanings. */
interface DeadPath extends NamedPath {
  readonly from: string;
  /** Paths relative to the root. */
  readonly meanings: readonly string[];
}

/**
 * Returns dead links, and of the paths in code spans those that existed in the history of git, and
 * those that a text states in an existing folder. Other paths are ambiguous.
 */
export async function findDeadPaths(
  files: readonly ComparedInstructions[],
  tree: DeadPathTree,
): Promise<readonly InstructionFinding[]> {
  const known = new Set(tree.paths);
  const names = nameTree(tree.paths);
  const dead = files.flatMap((file) =>
    findNamedPaths(file.text).flatMap((named): DeadPath[] => {
      const meant = listMeanings(named, file, tree.root);
      const isThere = meant.length === 0 || meant.some((path) =>
        known.has(path) || !tree.visibility.isVisible(path) ||
        lstatOrUndefined(`${tree.root}/${path}`) !== undefined
      );
      if (isThere || (named.form === "code" && isPathEnd(named.path, names))) return [];
      return [{ ...named, from: file.path, meanings: meant }];
    })
  );
  const meant = dead.flatMap((one) => one.meanings);
  const ignored = new Set(await listGitOutput(["check-ignore", "--no-index"], meant, tree.root));
  const removals = await findRemovals(meant, tree.root);
  return dead.flatMap((one): InstructionFinding[] => {
    // Build outputs exist when they are needed.
    if (one.meanings.some((path) => ignored.has(`./${path}`))) return [];
    const commit = one.meanings.map((path) => removals.get(path.replace(/\/$/, "")))
      .find((found) => found !== undefined);
    if (one.form === "code" && commit === undefined && !isStatedMissing(one, tree)) return [];
    const now = findRenamed(one.path, names);
    const message = `The path "${one.path}" does not exist` +
      (commit === undefined ? "" : `, which commit ${commit} removed or renamed`) +
      (now === undefined ? ": name one that exists" : `: "${now}" has the same name`);
    return [{ level: "warning", kind: "dead-path", path: one.from, line: one.line, message }];
  });
}

/** Returns true for a missing path in an existing folder, when the text states that it exists. */
function isStatedMissing(
  { path, meanings: meant, isStated }: DeadPath,
  { root, paths }: DeadPathTree,
): boolean {
  return isStated && !path.endsWith("/") &&
    meant.some((one) =>
      one.includes("/") && lstatOrUndefined(`${root}/${dirname(one)}`)?.isDirectory === true &&
      !paths.some((other) => other.toLowerCase() === one.toLowerCase())
    );
}

/**
 * Returns the possible meanings of a path: links are relative to their file or the root, other
 * paths to any folder between.
 */
function listMeanings(
  { path, form }: NamedPath,
  file: ComparedInstructions,
  root: string,
): readonly string[] {
  const own = dirname(file.path) === "." ? "" : dirname(file.path);
  const folders = form === "link"
    ? [own, ""]
    : [...new Set([...listFoldersDown(own), file.folder])];
  const meant = folders.map((folder) =>
    toTreePath(
      path.startsWith("/") || folder === "" ? path.replace(/^\/+/, "") : `${folder}/${path}`,
      root,
    )
  );
  // Paths out of the root are ignored.
  return meant.includes(undefined) ? [] : [...new Set(meant.flatMap((one) => one || []))];
}

/** The files and folders of a tree by their names; a folder ends in a slash. */
type NamedTree = ReadonlyMap<string, readonly string[]>;

function nameTree(paths: readonly string[]): NamedTree {
  const folders = new Set(paths.flatMap((path) => listFoldersDown(dirname(path)).slice(1)));
  const all = [...paths, ...[...folders].map((folder) => `${folder}/`)];
  return Map.groupBy(all, (path) => basename(path));
}

/** Returns true when a path is the end of one in the tree. */
function isPathEnd(written: string, names: NamedTree): boolean {
  const end = `/${written.replace(/^(?:\.{1,2}\/)+/, "")}`;
  return names.get(basename(written))?.some((path) => `/${path}`.endsWith(end)) ?? false;
}

/** Returns the only file with the name of a path. */
function findRenamed(path: string, names: NamedTree): string | undefined {
  const [only, ...others] = names.get(basename(path)) ?? [];
  return path.endsWith("/") || others.length > 0 || only?.endsWith("/") ? undefined : only;
}

/**
 * Returns the commits that removed files and folders, by path; without those that no commit
 * removed.
 */
async function findRemovals(
  paths: readonly string[],
  root: string,
): Promise<ReadonlyMap<string, string>> {
  const pathSet = new Set(paths.map((path) => path.replace(/\/$/, "")));
  const removals = new Map<string, string>();
  const log = [
    "--literal-pathspecs",
    "log",
    "-z",
    "--no-renames",
    "--diff-filter=D",
    "--name-only",
    "--relative",
  ];
  let commit = "";
  for (const name of await listGitOutput([...log, "--format=%x01%h"], [...pathSet], root)) {
    if (name.startsWith("\x01")) commit = name.slice(1).trim();
    for (const path of [name, ...listFoldersDown(dirname(name)).toReversed()]) {
      if (pathSet.has(path) && !removals.has(path)) removals.set(path, commit);
    }
  }
  return removals;
}

/** Returns the names that git prints for paths; empty when it fails, or not in time. */
async function listGitOutput(
  args: readonly string[],
  paths: readonly string[],
  root: string,
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const ran = await runGit(root, [...args, "--", ...paths.map((path) => `./${path}`)], {
    timeoutMs: TIME_LIMIT_MS,
  });
  return ran.kind === "done" ? ran.output.split(/[\0\n]+/) : [];
}
