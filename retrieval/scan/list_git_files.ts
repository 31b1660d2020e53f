import type { Note } from "@dossier/core";

/** What git says the files are, or that git has nothing to say here. */
export type GitListing =
  | { readonly kind: "git"; readonly paths: readonly string[]; readonly notes: readonly Note[] }
  | { readonly kind: "none"; readonly notes: readonly Note[] };

/** Mode of a submodule's entry in git's index. */
const SUBMODULE_MODE = "160000";

const DECODER = new TextDecoder();

/**
 * Returns the files below `root` that git tracks or does not ignore, relative to `root` and in code
 * unit order; kind `none` where there is no git work tree or no git.
 *
 * @param root Absolute path of a folder in a work tree, its root or not.
 */
export function listGitFiles(root: string): GitListing {
  const listed = runGit(root, ["ls-files", "-z", "-co", "--exclude-standard", "--deduplicate"]);
  if (listed.kind === "failed") return { kind: "none", notes: listed.notes };
  const entries = listed.output.split("\0");
  entries.pop();
  const submodules = listSubmodules(root);
  const paths: string[] = [];
  const nested: string[] = [];
  for (const path of entries) {
    // Git lists an untracked repository inside this one as a folder.
    if (path.endsWith("/")) nested.push(path);
    else if (!submodules.has(path)) paths.push(path);
  }
  return {
    kind: "git",
    paths: paths.sort(),
    notes: [
      ...[...submodules].map((path) => noteSkipped("submodule-skipped", `Submodule "${path}"`)),
      ...nested.map((path) => noteSkipped("repository-skipped", `Repository "${path}"`)),
    ],
  };
}

function noteSkipped(code: string, what: string): Note {
  return { code, message: `${what} is not part of this tree; name it with --root to ask about it` };
}

/** Returns the paths of the submodules; asks git only where a `.gitmodules` says there are any. */
function listSubmodules(root: string): ReadonlySet<string> {
  try {
    Deno.lstatSync(`${root}/.gitmodules`);
  } catch {
    return new Set();
  }
  const staged = runGit(root, ["ls-files", "-z", "--stage"]);
  if (staged.kind === "failed") return new Set();
  return new Set(
    staged.output.split("\0").filter((entry) => entry.startsWith(SUBMODULE_MODE))
      .map((entry) => entry.slice(entry.indexOf("\t") + 1)),
  );
}

type GitRun =
  | { readonly kind: "done"; readonly output: string }
  | { readonly kind: "failed"; readonly notes: readonly Note[] };

function runGit(root: string, args: readonly string[]): GitRun {
  let output: Deno.CommandOutput;
  try {
    output = new Deno.Command("git", {
      // No file-system monitor and no other program of the repository's own choosing is started.
      args: ["-c", "core.fsmonitor=false", "-c", "core.quotepath=false", ...args],
      cwd: root,
      env: { GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).outputSync();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { kind: "failed", notes: [] };
    throw error;
  }
  if (output.success) return { kind: "done", output: DECODER.decode(output.stdout) };
  const message = DECODER.decode(output.stderr);
  if (!message.includes("dubious ownership")) return { kind: "failed", notes: [] };
  return {
    kind: "failed",
    notes: [{
      code: "git-refused",
      message:
        "Git refuses this repository as another user owns it, so its files are found without git",
    }],
  };
}
