import { findHistoryFolder, type HistorySource } from "../../commits/mod.ts";
import { spawnGit } from "../../commits/read/mod.ts";
import type { PastFile } from "../../index/mod.ts";

/** Ends of the names of files in which a name is no sign of the code: what the index reads as prose. */
const PROSE_ENDS = "md markdown mdx mdown rst rest adoc asciidoc org txt lock".split(" ");

/** Lists of the versions of other projects. */
const VERSION_LISTS = ["package-lock.json", "pnpm-lock.yaml", "go.sum"];

const NO_CODE_REGEXP = new RegExp(
  `(?:^|/)(?:[^/]*\\.(?:${PROSE_ENDS.join("|")})|${
    VERSION_LISTS.join("|").replaceAll(".", "\\.")
  })$`,
  "i",
);

/** The modes of files that are no link and no submodule. */
const FILE_MODES: readonly string[] = ["100644", "100755"];

/** How long git may take to look through a tree, in milliseconds: one of 10,000 files takes 300. */
const MAX_MS = 2000;

/** Files that are named to git one by one; of more, it gets the whole tree. */
const MAX_NAMED = 300;

/**
 * Returns the files of a commit's tree that may hold code, below the root; undefined when git can not tell.
 *
 * @param among The paths that are asked about, relative to the root.
 */
export async function listCodeAt(
  source: HistorySource,
  commit: string,
  among: readonly string[] | "all",
): Promise<PastFile[] | undefined> {
  const asked = among === "all" ? undefined : among.filter((path) => !NO_CODE_REGEXP.test(path));
  if (asked?.length === 0) return [];
  const folder = findHistoryFolder(source) ?? "";
  // Without a path it is all of the tree.
  const top = folder === "" ? [] : [folder];
  const places = asked === undefined || asked.length > MAX_NAMED
    ? top
    : asked.map((path) => folder + path);
  const output = await run(source, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", ...places]);
  if (output === undefined) return undefined;
  const wanted = asked && new Set(asked);
  return output.split("\0").flatMap((entry): PastFile[] => {
    const tab = entry.indexOf("\t");
    const [mode = "", , blob = ""] = entry.slice(0, tab).split(" ");
    const path = entry.slice(tab + 1 + folder.length);
    const isAsked = wanted?.has(path) ?? !NO_CODE_REGEXP.test(path);
    return FILE_MODES.includes(mode) && isAsked ? [[path, blob]] : [];
  });
}

/**
 * Returns in which files of a commit's tree each of some names is, as a whole word in the same case;
 * undefined as above.
 *
 * Of a repository of 4,800 files that takes 10 ms for a few files, and 300 for all.
 *
 * @param files Those that are looked through.
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

/** Returns those of some paths in the root at which a file or a folder was; undefined as above. */
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
  // Of a folder and a file in it, git lists the file alone.
  const isFound = (path: string) =>
    found.some((other) => other === path || other.startsWith(`${path}/`));
  return new Set(paths.filter(isFound));
}

/** Returns paths below the root as git takes them from anywhere, whatever characters they have. */
function listPathspecs(source: HistorySource, paths: readonly string[]): readonly string[] {
  const folder = findHistoryFolder(source) ?? "";
  return paths.map((path) => `:(top,literal)${folder}${path}`);
}

/** Returns what git says; undefined when it can not be started, fails or takes too long. */
async function run(source: HistorySource, args: readonly string[]): Promise<string | undefined> {
  const child = spawnGit(source, args);
  if (child === undefined) return undefined;
  const timer = setTimeout(() => child.kill(), MAX_MS);
  const { code, signal, stdout } = await child.output();
  clearTimeout(timer);
  // Where nothing is found, the status of a search is 1.
  const isAnswer = code === 0 || (code === 1 && args[0] === "grep");
  return isAnswer && signal === null ? new TextDecoder().decode(stdout) : undefined;
}
