/**
 * Returns what git writes about a repository, read as UTF-8; undefined when it fails, as it does for
 * a revision or a path that is not there.
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

/** Returns what is at a path, a link itself being what is there; undefined for nothing. */
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
