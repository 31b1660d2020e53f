import { RetrievalError } from "../machine/mod.ts";
import { findGitRoot, runGit } from "../tree/mod.ts";

/** A file that differs between a commit and the work tree, or may do so: git goes by sizes and times. */
export interface WorkChange {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Whether the commit has it. */
  readonly isInCommit: boolean;
  /** Whether the work tree has it. */
  readonly isInWorkTree: boolean;
}

/** What the work tree has changed since a commit. */
export interface WorkChanges {
  /** Full name of the commit. */
  readonly commit: string;
  /** In code unit order. */
  readonly files: readonly WorkChange[];
}

/** How long git may take for one command, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Most UTF-16 units of a revision. */
const MAX_REVISION = 256;

/** What no revision has: a dash first, as options do, two dots between others, and control characters. */
// deno-lint-ignore no-control-regex
const REFUSED_REGEXP = /^-|[\0-\x1f\x7f]/;
const RANGE_REGEXP = /\.\.(?!\.?$)|^\.\.|[^.]\.\.$/;

/** The end of a revision that stands for where the branch began that is checked out: `main...`. */
const BASE_SUFFIX = "...";

/** Full names of commits, by SHA-1 or SHA-256. */
const COMMIT_ID_REGEXP = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The head of a record of `git diff-index --raw`. */
const RECORD_REGEXP = /^:(\d{6}) (\d{6}) \S+ \S+ [A-Z]\d*$/;

/** How the mode of a plain file begins; others are links and submodules. */
const FILE_MODE = "100";

/** Settings that name programs which git would run on the contents of files. */
const FILTER_PATTERN = "^filter\\..*\\.(clean|smudge|process|required)$";

/**
 * Returns the files of a work tree that may differ from a commit: staged, unstaged and untracked ones, without those
 * that git ignores. No program of the repository's own choosing is run.
 *
 * @param root Absolute path of the tree.
 * @param revision A revision of git, the newest commit when it is empty; `main...` stands for the last commit that the
 * one checked out has in common with `main`.
 * @throws {RetrievalError} `invalid-target` for what is no revision, and where there is no git repository; `interrupted`.
 */
export async function listWorkChanges(root: string, revision: string): Promise<WorkChanges> {
  const written = revision === "" ? "HEAD" : revision;
  const refuse = (reason: string) =>
    new RetrievalError(
      "invalid-target",
      `Cannot list what has changed since ${JSON.stringify(written)}: ${reason}`,
    );
  const git = async (...args: readonly string[]) => {
    const ran = await runGit(root, args, { timeoutMs: TIMEOUT_MS });
    if (ran.kind === "failed" && ran.code !== "git-failed") {
      throw refuse(`git failed, as ${ran.reason}`);
    }
    return ran.kind === "done" ? ran.output : undefined;
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
  const others = await git("ls-files", "-z", "-o", "--exclude-standard");
  if (listed === undefined || others === undefined) throw refuse("git cannot read the repository");
  return { commit, files: readRecords(listed, others.split("\0")) };
}

/** Returns the options of git with which no program is run on the contents of files. */
async function listFilterSettings(
  git: (...args: readonly string[]) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const names = await git("config", "-z", "--name-only", "--get-regexp", FILTER_PATTERN) ?? "";
  return [...new Set(names.split("\0"))].flatMap((name) => {
    if (name === "") return [];
    // Git cannot be given another value for it.
    if (name.includes("=")) {
      throw new RetrievalError(
        "invalid-target",
        `Cannot list changes with git as its setting "${name}" runs a program: remove the setting`,
      );
    }
    return ["-c", `${name}=`];
  });
}

/** Returns the files of the output of `git diff-index --raw -z` and of the untracked ones. */
function readRecords(listed: string, others: readonly string[]): readonly WorkChange[] {
  const fields = listed.split("\0");
  const files = new Map<string, WorkChange>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, before = "", now = ""] = RECORD_REGEXP.exec(fields[at]!) ?? [];
    const path = fields[at + 1]!;
    const [isInCommit, isInWorkTree] = [before.startsWith(FILE_MODE), now.startsWith(FILE_MODE)];
    if (isInCommit || isInWorkTree) files.set(path, { path, isInCommit, isInWorkTree });
  }
  for (const path of others) {
    // Git lists an untracked repository as a folder.
    if (path === "" || path.endsWith("/")) continue;
    files.set(path, { path, isInCommit: files.get(path)?.isInCommit ?? false, isInWorkTree: true });
  }
  return [...files.values()].sort((a, b) => a.path < b.path ? -1 : 1);
}
