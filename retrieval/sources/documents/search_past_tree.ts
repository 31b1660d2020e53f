import { findHistoryFolder, type HistorySource } from "../../commits/mod.ts";
import { spawnGit } from "../../commits/read/mod.ts";
import type { PastFile } from "../../index/mod.ts";

/**
 * Extensions of files that the index reads as prose. A name in such a file is no evidence for code.
 */
const PROSE_ENDS = "md markdown mdx mdown rst rest adoc asciidoc org txt lock".split(" ");

/** Lock files with the versions of other projects. */
const VERSION_LISTS = ["package-lock.json", "pnpm-lock.yaml", "go.sum"];

const NO_CODE_REGEXP = new RegExp(
  `(?:^|/)(?:[^/]*\\.(?:${PROSE_ENDS.join("|")})|${
    VERSION_LISTS.join("|").replaceAll(".", "\\.")
  })$`,
  "i",
);

/** Git modes of regular files, without links and submodules. */
const FILE_MODES: readonly string[] = ["100644", "100755"];

/** Time limit for git to search a tree, in milliseconds: one of 10,000 files takes 300. */
const MAX_MS = 2000;

/** Maximum number of paths that are passed to git; for more, it searches the whole tree. */
const MAX_NAMED = 300;

/**
 * Returns the files in the tree of a commit that may contain code, below the root, or `undefined`
 * when git fails.
 *
 * @param among Paths to check, relative to the root.
 */
export async function listCodeFilesAt(
  source: HistorySource,
  commit: string,
  among: readonly string[] | "all",
): Promise<PastFile[] | undefined> {
  const codePaths = among === "all"
    ? undefined
    : among.filter((path) => !NO_CODE_REGEXP.test(path));
  if (codePaths?.length === 0) return [];
  const folder = findHistoryFolder(source) ?? "";
  // Without a path, git lists the whole tree.
  const top = folder === "" ? [] : [folder];
  const places = codePaths === undefined || codePaths.length > MAX_NAMED
    ? top
    : codePaths.map((path) => folder + path);
  const output = await run(source, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", ...places]);
  if (output === undefined) return undefined;
  const pathSet = codePaths && new Set(codePaths);
  return output.split("\0").flatMap((entry): PastFile[] => {
    const tab = entry.indexOf("\t");
    const [mode = "", , blob = ""] = entry.slice(0, tab).split(" ");
    const path = entry.slice(tab + 1 + folder.length);
    const isRequested = pathSet?.has(path) ?? !NO_CODE_REGEXP.test(path);
    return FILE_MODES.includes(mode) && isRequested ? [[path, blob]] : [];
  });
}

/**
 * Returns the files in the tree of a commit that contain each of some names as a whole word in the
 * same case, or `undefined` when git fails.
 *
 * In a repository of 4,800 files, this takes 10 ms for a few files, and 300 ms for all.
 *
 * @param files Files to search.
 */
export async function findNamesAt(
  source: HistorySource,
  { commit, files }: { readonly commit: string; readonly files: readonly PastFile[] },
  names: readonly string[],
): Promise<Map<string, PastFile[]> | undefined> {
  const found = new Map(names.map((name) => [name, [] as PastFile[]]));
  if (files.length === 0 || names.length === 0) return found;
  const output = await run(source, [
    ...["grep", "-o", "-w", "-F", "-I", "-z", "--full-name", "--no-color"],
    "--no-recurse-submodules",
    ...names.flatMap((name) => ["-e", name]),
    ...[commit, "--"],
    ...listPathspecs(source, files.length > MAX_NAMED ? [""] : files.map(([path]) => path)),
  ]);
  if (output === undefined) return undefined;
  const blobs = new Map(files);
  const start = `${commit}:${findHistoryFolder(source) ?? ""}`.length;
  // Each match is a line: the path, NUL, the name.
  for (const match of new Set(output.split("\n"))) {
    const end = match.indexOf("\0");
    const path = match.slice(start, end);
    const blob = blobs.get(path);
    if (blob !== undefined) found.get(match.slice(end + 1))?.push([path, blob]);
  }
  return found;
}

/**
 * Returns the paths in the root at which the commit has a file or a folder, or `undefined` when git
 * fails.
 */
export async function listPathsAt(
  source: HistorySource,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  if (paths.length === 0) return new Set();
  const folder = findHistoryFolder(source) ?? "";
  const output = await run(source, [
    ...["ls-tree", "--name-only", "--full-tree", "-z", commit, "--"],
    ...paths.map((path) => `${folder}${path}`),
  ]);
  if (output === undefined) return undefined;
  const found = output.split("\0").map((path) => path.slice(folder.length));
  // For a folder and a file in it, git lists only the file.
  const isFound = (path: string) =>
    found.some((other) => other === path || other.startsWith(`${path}/`));
  return new Set(paths.filter(isFound));
}

/**
 * Returns paths below the root as pathspecs that git accepts in any folder, with any characters.
 */
function listPathspecs(source: HistorySource, paths: readonly string[]): readonly string[] {
  const folder = findHistoryFolder(source) ?? "";
  return paths.map((path) => `:(top,literal)${folder}${path}`);
}

/** Returns the output of git, or `undefined` when it cannot be started, fails or takes too long. */
async function run(source: HistorySource, args: readonly string[]): Promise<string | undefined> {
  const child = spawnGit(source, args);
  if (child === undefined) return undefined;
  const timer = setTimeout(() => child.kill(), MAX_MS);
  const { code, signal, stdout } = await child.output();
  clearTimeout(timer);
  // The exit status of a search without a match is 1.
  const isAnswer = code === 0 || (code === 1 && args[0] === "grep");
  return isAnswer && signal === null ? new TextDecoder().decode(stdout) : undefined;
}
