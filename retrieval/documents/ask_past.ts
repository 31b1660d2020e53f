import { findFolder, type HistorySource } from "../history/history_source.ts";
import { spawnGit } from "../history/spawn_git.ts";

/**
 * Files in which a name is no sign of the code: what the index reads as prose, and lists of the versions of
 * other projects.
 */
const OTHER_FILES = [
  ..."md markdown mdx mdown rst rest adoc asciidoc org txt lock".split(" ").map((end) =>
    `*.${end}`
  ),
  "package-lock.json",
  "pnpm-lock.yaml",
  "go.sum",
].map((name) => `:(exclude,top,icase,glob)**/${name}`);

/** How long git may take to look through a tree, in milliseconds: one of 10,000 files takes 300. */
const MAX_MS = 2000;

const DECODER = new TextDecoder();

/** Files that are searched one by one; of more, the whole tree is. */
const MAX_SEARCHED = 300;

/**
 * Returns those of some names, all of them gone by now, that the code had at a commit, as whole words in the
 * same case; undefined when git can not tell.
 *
 * They can only have been in files that were changed or removed since: of a repository of 4,800 files
 * that takes 30 ms for a young document, and 300 for one of years ago.
 *
 * @param tip The newest commit.
 */
export async function listNamesAt(
  source: HistorySource,
  { commit, tip }: { readonly commit: string; readonly tip: string },
  names: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const top = `:/${findFolder(source) ?? ""}`;
  const listing = await run(source, [
    ...["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=DM"],
    ...[commit, tip, "--", top, ...OTHER_FILES],
  ]);
  if (listing === undefined) return undefined;
  const changed = listing.split("\0").slice(0, -1);
  if (changed.length === 0) return new Set();
  const places = changed.length > MAX_SEARCHED
    ? [top, ...OTHER_FILES]
    : changed.map((path) => `:(top,literal)${path}`);
  const output = await run(source, [
    ...["grep", "-h", "-o", "-w", "-F", "-I", "--no-color", "--no-recurse-submodules"],
    ...names.flatMap((name) => ["-e", name]),
    ...[commit, "--", ...places],
  ]);
  return output === undefined ? undefined : new Set(output.split("\n"));
}

/** Returns those of some paths, relative to the root, at which a file was; undefined as above. */
export async function listPathsAt(
  source: HistorySource,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const folder = findFolder(source) ?? "";
  const output = await run(source, [
    ...["ls-tree", "--name-only", "--full-tree", "-z", commit, "--"],
    ...paths.map((path) => `${folder}${path.replace(/\/$/, "")}`),
  ]);
  if (output === undefined) return undefined;
  const found = new Set(output.split("\0").map((path) => path.slice(folder.length)));
  return new Set(paths.filter((path) => found.has(path.replace(/\/$/, ""))));
}

/** Lines that changed between two commits. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/** Returns how many lines of some files changed from one commit to another; undefined as above. */
export async function countChangedLines(
  source: HistorySource,
  { from, to }: { readonly from: string; readonly to: string },
  paths: readonly string[],
): Promise<ChangedLines | undefined> {
  const folder = findFolder(source) ?? "";
  const output = await run(source, [
    ...["diff-tree", "-r", "--numstat", "--no-renames", "--no-color", from, to, "--"],
    ...paths.map((path) => `:(top,literal)${folder}${path}`),
  ]);
  if (output === undefined) return undefined;
  // A binary file has hyphens for numbers.
  const counts = output.split("\n").map((line) => line.split("\t").map(Number));
  const sum = (column: number) => counts.reduce((total, row) => total + (row[column] || 0), 0);
  return { added: sum(0), removed: sum(1) };
}

/** Returns what git says; undefined when it can not be started, fails or takes too long. */
async function run(source: HistorySource, args: readonly string[]): Promise<string | undefined> {
  const child = spawnGit(source, args);
  if (child === undefined) return undefined;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill();
  }, MAX_MS);
  try {
    const { code, stdout } = await child.output();
    // Where nothing is found, the status of a search is 1.
    const isAnswer = code === 0 || (code === 1 && args[0] === "grep");
    return isAnswer && !isLate ? DECODER.decode(stdout) : undefined;
  } finally {
    clearTimeout(timer);
  }
}
