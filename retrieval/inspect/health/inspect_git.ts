import { gitCommand } from "../../tree/mod.ts";

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
