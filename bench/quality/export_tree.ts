import { runGit } from "./run_git.ts";

/** Which tree is written, and where. */
export interface ExportTreeOptions {
  /** A commit of the repository. */
  readonly revision: string;
  /** Folder for the files; made when it is missing. */
  readonly folder: string;
}

/** Writes all files of a commit's tree; false when git lacks some of it. */
export async function exportTree(
  repository: string,
  { revision, folder }: ExportTreeOptions,
): Promise<boolean> {
  Deno.mkdirSync(folder, { recursive: true });
  const gitFolder = (await runGit(repository, "rev-parse", "--absolute-git-dir"))?.trim();
  if (gitFolder === undefined) return false;
  // An index of its own leaves that of the repository alone, and needs no program but git.
  const index = Deno.makeTempFileSync({ prefix: "dossier-index-" });
  try {
    for (const args of [["read-tree", revision], ["checkout-index", "--all", "--quiet"]]) {
      const { success } = await new Deno.Command("git", {
        args: [`--git-dir=${gitFolder}`, `--work-tree=${folder}`, ...args],
        cwd: folder,
        env: { GIT_INDEX_FILE: `${index}.git` },
        stdout: "null",
        stderr: "null",
      }).output();
      if (!success) return false;
    }
    return true;
  } finally {
    for (const file of [index, `${index}.git`]) Deno.removeSync(file, { recursive: true });
  }
}
