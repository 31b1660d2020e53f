import type { Finding } from "./finding.ts";
import { inspectGit } from "./inspect_git.ts";
import type { TreeCheck } from "./tree_check.ts";

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
