import type { Finding, TreeCheck } from "./run_checks.ts";
import { gitCommand } from "../../tree/mod.ts";

/** Whether git can say which files there are, and what became of them. */
export const GIT_CHECK: TreeCheck = {
  name: "git",
  run: async ({ root }) => [await examine(root)],
};

async function examine(root: string): Promise<Finding> {
  const git = await inspectGit(root);
  switch (git.kind) {
    case "work-tree":
      return { level: "ok", message: `Git ${git.version} lists the files` };
    case "none":
      return {
        level: "note",
        message: "The folder is in no git work tree, so its files are found without git",
        mend: `git -C "${root}" init`,
      };
    case "refused":
      return {
        level: "warning",
        message: "Git refuses the repository as another user owns it",
        mend: `git config --global --add safe.directory "${root}"`,
      };
    case "missing":
      return {
        level: "warning",
        message:
          "Git can not be started: files are found without it, and nothing is known of the past",
        mend: "install git and put it on PATH",
      };
  }
}

/** What git is to a tree. */
export type GitHealth =
  /** It lists the files. */
  | { readonly kind: "work-tree"; readonly version: string }
  /** The tree is in no work tree of git. */
  | { readonly kind: "none"; readonly version: string }
  /** Git refuses it as another user owns it. */
  | { readonly kind: "refused"; readonly version: string }
  /** Git can not be started. */
  | { readonly kind: "missing" };

const VERSION_REGEXP = /\d+(?:\.\d+)+/;

/**
 * Returns what git is to the tree at `root`.
 *
 * @param root Absolute path of a folder.
 */
export async function inspectGit(root: string): Promise<GitHealth> {
  try {
    const { stdout } = await gitCommand(["--version"], { cwd: root, stderr: "null" }).output();
    const version = VERSION_REGEXP.exec(new TextDecoder().decode(stdout))?.[0] ?? "";
    const { success, stderr } = await gitCommand(["rev-parse", "--is-inside-work-tree"], {
      cwd: root,
      stderr: "piped",
    }).output();
    if (success) return { kind: "work-tree", version };
    const isRefused = new TextDecoder().decode(stderr).includes("dubious ownership");
    return { kind: isRefused ? "refused" : "none", version };
  } catch {
    return { kind: "missing" };
  }
}
