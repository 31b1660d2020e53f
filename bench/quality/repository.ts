/**
 * Returns the output of git about a repository, as UTF-8; undefined when git fails, for example for
 * a missing revision or path.
 */
export async function runGit(
  repository: string,
  ...args: readonly string[]
): Promise<string | undefined> {
  const { success, stdout } = await new Deno.Command("git", {
    args: ["-C", repository, "-c", "core.quotePath=false", ...args],
    stdout: "piped",
    stderr: "null",
  }).output();
  return success ? new TextDecoder().decode(stdout) : undefined;
}

/**
 * Returns the file information of a path, without following a link; undefined when nothing exists
 * there.
 */
export function pathInfo(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (isMissing) return undefined;
    throw error;
  }
}

/** Tree to write, and its folder. */
export interface ExportTreeOptions {
  /** Commit of the repository. */
  readonly revision: string;
  /** Folder for the files, which is created when it is missing. */
  readonly folder: string;
}

/** Writes all files of a commit's tree. Returns false when git lacks some of it. */
export async function exportTree(
  repository: string,
  { revision, folder }: ExportTreeOptions,
): Promise<boolean> {
  Deno.mkdirSync(folder, { recursive: true });
  const gitFolder = (await runGit(repository, "rev-parse", "--absolute-git-dir"))?.trim();
  if (gitFolder === undefined) return false;
  // A separate index does not change that of the repository, and needs only git.
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
