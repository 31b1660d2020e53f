import type { Note } from "@dossier/core";
import { lstatOrUndefined, RetrievalError } from "../machine/mod.ts";
import { findGitRoot } from "./git_folder.ts";
import { GIT_PATIENCE_MS, gitCommand, isGitUnavailable } from "./git_command.ts";

/** What git says the files are, or that git has nothing to say here. */
type GitListing =
  | {
    readonly kind: "git";
    /** Files, in code unit order. */
    readonly paths: readonly string[];
    /** Folders of submodules, without a slash at the end. */
    readonly submodules: readonly string[];
    /** Folders of other repositories inside this one, with a slash at the end. */
    readonly repositories: readonly string[];
    readonly notes: readonly Note[];
  }
  | { readonly kind: "none"; readonly notes: readonly Note[] };

/** Mode of a submodule's entry in git's index. */
const SUBMODULE_MODE = "160000";

const DECODER = new TextDecoder();

/** What stands in the place of bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * Returns the files below `root` that git tracks or does not ignore, relative to `root` and in code
 * unit order; kind `none` where there is no git work tree or no git.
 *
 * @param root Absolute path of a folder in a work tree, its root or not.
 * @param among When given, only these paths relative to `root` are listed, as far as they are of the tree.
 * @param options.patienceMs How long git may take. @default GIT_PATIENCE_MS
 */
export async function listGitFiles(
  root: string,
  among: readonly string[] = [],
  { patienceMs }: { readonly patienceMs?: number } = {},
): Promise<GitListing> {
  const listing = ["ls-files", "-z", "-co", "--exclude-standard"];
  const listed = await runGit(
    root,
    among.length === 0 ? listing : ["--literal-pathspecs", ...listing, "--", ...among],
    patienceMs,
  );
  if (listed.kind === "failed") return { kind: "none", notes: listed.notes };
  // A file with a merge conflict is listed once for each side.
  const entries = new Set(listed.output.split("\0"));
  entries.delete("");
  const submodules = await listSubmodules(root);
  const paths: string[] = [];
  const repositories: string[] = [];
  let unnameable = 0;
  for (const path of entries) {
    // Git lists an untracked repository inside this one as a folder.
    if (path.endsWith("/")) repositories.push(path);
    else if (path.includes(REPLACEMENT) && lstatOrUndefined(`${root}/${path}`) === undefined) {
      unnameable++;
    } else if (!submodules.has(path)) paths.push(path);
  }
  return {
    kind: "git",
    paths: paths.sort(),
    submodules: [...submodules],
    repositories,
    notes: unnameable === 0 ? [] : [{
      code: "name-not-utf8",
      message: `${unnameable} files are passed over as their names are not UTF-8: rename them`,
    }],
  };
}

/**
 * Returns the folders below `root` that git ignores as such, relative to `root` and ending in `/`, the
 * outermost only; undefined where there is no git work tree or no git.
 *
 * A folder that holds nothing but ignored files is not among them: the next file may be another.
 *
 * @param root Absolute path of a folder in a work tree, its root or not.
 */
export async function listIgnoredFolders(root: string): Promise<ReadonlySet<string> | undefined> {
  const args = ["ls-files", "-z", "-oi", "--exclude-standard", "--directory"];
  const listed = await runGit(root, args);
  if (listed.kind === "failed") return undefined;
  const entries = listed.output.split("\0").sort();
  // The root is itself ignored, and files in it are found without git.
  if (entries.includes("./")) return new Set();
  // Git names what is in a folder as well when only that is ignored.
  return new Set(
    entries.filter((entry, i) => entry.endsWith("/") && !entries[i + 1]?.startsWith(entry)),
  );
}

/** Returns the paths of the submodules; asks git only where a `.gitmodules` says there are any. */
async function listSubmodules(root: string): Promise<ReadonlySet<string>> {
  const gitRoot = findGitRoot(root);
  const list = gitRoot && lstatOrUndefined(`${gitRoot}/.gitmodules`);
  if (list === undefined) return new Set();
  const staged = await runGit(root, ["ls-files", "-z", "--stage"]);
  if (staged.kind === "failed") return new Set();
  return new Set(
    staged.output.split("\0").filter((entry) => entry.startsWith(SUBMODULE_MODE))
      .map((entry) => entry.slice(entry.indexOf("\t") + 1)),
  );
}

type GitRun =
  | { readonly kind: "done"; readonly output: string }
  | { readonly kind: "failed"; readonly notes: readonly Note[] };

/** Runs git, which is started before the promise is returned: the caller may use the time. */
async function runGit(
  root: string,
  args: readonly string[],
  patienceMs: number = GIT_PATIENCE_MS,
): Promise<GitRun> {
  const failed = (code: string, message: string): GitRun => ({
    kind: "failed",
    notes: findGitRoot(root) === undefined ? [] : [{ code, message }],
  });
  const patience = AbortSignal.timeout(patienceMs);
  let output: Deno.CommandOutput;
  try {
    output = await gitCommand(args, { cwd: root, stderr: "piped", signal: patience }).output();
  } catch (error) {
    if (!isGitUnavailable(error)) throw error;
    const code = error instanceof Deno.errors.NotFound ? "git-missing" : "git-forbidden";
    return failed(code, "Git cannot be started, so the files are found without it");
  }
  if (patience.aborted) {
    return failed(
      "git-stuck",
      `Git has not listed the files in ${patienceMs / 1000} s, so they are found without it: ` +
        'see that no ".gitignore" and no ".git/info/exclude" is a pipe',
    );
  }
  if (output.signal !== null) {
    // Ctrl-C reaches git as well; what a walk without git finds would be another tree.
    throw new RetrievalError(
      "interrupted",
      `Stopped as git was ended by ${output.signal} while it listed the files: run again`,
    );
  }
  if (output.success) return { kind: "done", output: DECODER.decode(output.stdout) };
  return DECODER.decode(output.stderr).includes("dubious ownership")
    ? failed(
      "git-refused",
      "Git refuses this repository as another user owns it, so its files are found without git",
    )
    : failed(
      "git-failed",
      "Git cannot read this repository, so its files are found without git",
    );
}
