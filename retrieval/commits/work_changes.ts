import { RetrievalError } from "../machine/mod.ts";
import { findGitRoot, runGit } from "../tree/mod.ts";

/**
 * File that differs between a commit and the work tree, or may differ, as git compares sizes and
 * times.
 */
export interface WorkChange {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** True when the commit has the file. */
  readonly isInCommit: boolean;
  /** True when the work tree has the file. */
  readonly isInWorkTree: boolean;
}

/** Changes of the work tree since a commit. */
export interface WorkChanges {
  /** Full id of the commit. */
  readonly commit: string;
  /** Changed files, in code unit order. */
  readonly files: readonly WorkChange[];
}

/** Maximum time of one git command, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Maximum length of a revision, in UTF-16 code units. */
const MAX_REVISION = 256;

/**
 * Text that is not a revision: a dash at the start, as of options, two dots between others, or
 * control characters.
 */
// deno-lint-ignore no-control-regex
const REFUSED_REGEXP = /^-|[\0-\x1f\x7f]/;
const RANGE_REGEXP = /\.\.(?!\.?$)|^\.\.|[^.]\.\.$/;

/** End of a revision that means the point where the current branch began: `main...`. */
const BASE_SUFFIX = "...";

/** Full commit ids, by SHA-1 or SHA-256. */
const COMMIT_ID_REGEXP = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Header of a record of `git diff-index --raw`. */
const RECORD_REGEXP = /^:(\d{6}) (\d{6}) \S+ \S+ [A-Z]\d*$/;

/** Start of the mode of a regular file. Others are links and submodules. */
const FILE_MODE = "100";

/** Settings with programs that git would run on the contents of files. */
const FILTER_PATTERN = "^filter\\..*\\.(clean|smudge|process|required)$";

/**
 * Returns the files of a work tree that may differ from a commit: staged, unstaged and untracked
 * files, without those that git ignores. Runs no program named by the repository.
 *
 * @param root Absolute path of the tree.
 * @param revision Revision of git; the newest commit when empty. `main...` means the last common
 * commit of the current branch and `main`.
 * @throws {RetrievalError} `invalid-target` when it is not a revision, or there is no git
 * repository; `interrupted`.
 */
export async function listWorkChanges(root: string, revision: string): Promise<WorkChanges> {
  const written = revision === "" ? "HEAD" : revision;
  const refuse = (reason: string) =>
    new RetrievalError(
      "invalid-target",
      `Cannot list what has changed since ${JSON.stringify(written)}: ${reason}`,
    );
  const git = async (...args: readonly string[]) => {
    const result = await runGit(root, args, { timeoutMs: TIMEOUT_MS });
    if (result.kind === "failed" && result.code !== "git-failed") {
      throw refuse(`git failed, as ${result.reason}`);
    }
    return result.kind === "done" ? result.output : undefined;
  };
  if (RANGE_REGEXP.test(written)) {
    throw refuse('name one revision, with which the working tree is compared, such as "main..."');
  }
  const unknown = () =>
    refuse('name a revision that git knows here, such as "HEAD~3", "main" or "main..."');
  if (written.length > MAX_REVISION || REFUSED_REGEXP.test(written)) throw unknown();
  if (findGitRoot(root) === undefined) throw refuse("the tree is not in a git repository");
  const named = written.endsWith(BASE_SUFFIX) ? written.slice(0, -BASE_SUFFIX.length) : written;
  const verify = async (name: string) =>
    (await git("rev-parse", "--verify", "--quiet", `${name}^{commit}`))?.trim() ?? "";
  let commit = await verify(named);
  if (!COMMIT_ID_REGEXP.test(commit)) throw unknown();
  if (named !== written) {
    commit = (await git("merge-base", commit, "HEAD"))?.trim() ?? "";
    if (commit === "") throw refuse("it has no commit in common with HEAD in this clone");
  }
  const listed = await git(
    ...await listFilterSettings(git),
    ...["diff-index", "--raw", "-z", "--no-renames", "--relative", "--ignore-submodules=all"],
    ...["-O/dev/null", commit, "--"],
  );
  const untracked = await git("ls-files", "-z", "-o", "--exclude-standard");
  if (listed === undefined || untracked === undefined) {
    throw refuse("git cannot read the repository");
  }
  return { commit, files: readRecords(listed, untracked.split("\0")) };
}

/** Returns options of git with which no program is run on the contents of files. */
async function listFilterSettings(
  git: (...args: readonly string[]) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const names = await git("config", "-z", "--name-only", "--get-regexp", FILTER_PATTERN) ?? "";
  return [...new Set(names.split("\0"))].flatMap((name) => {
    if (name === "") return [];
    // Git accepts no other value for it.
    if (name.includes("=")) {
      throw new RetrievalError(
        "invalid-target",
        `Cannot list changes with git as its setting "${name}" runs a program: remove the setting`,
      );
    }
    return ["-c", `${name}=`];
  });
}

/** Returns the files in the output of `git diff-index --raw -z`, and the untracked ones. */
function readRecords(listed: string, untracked: readonly string[]): readonly WorkChange[] {
  const fields = listed.split("\0");
  const files = new Map<string, WorkChange>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, before = "", now = ""] = RECORD_REGEXP.exec(fields[at]!) ?? [];
    const path = fields[at + 1]!;
    const [isInCommit, isInWorkTree] = [before.startsWith(FILE_MODE), now.startsWith(FILE_MODE)];
    if (isInCommit || isInWorkTree) files.set(path, { path, isInCommit, isInWorkTree });
  }
  for (const path of untracked) {
    // Git lists an untracked repository as a folder.
    if (path === "" || path.endsWith("/")) continue;
    files.set(path, { path, isInCommit: files.get(path)?.isInCommit ?? false, isInWorkTree: true });
  }
  return [...files.values()].sort((a, b) => a.path < b.path ? -1 : 1);
}
