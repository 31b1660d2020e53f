/** Which tree is written, and where. */
export interface ExportTreeOptions {
  /** A commit of the repository. */
  readonly revision: string;
  /** Folder for the files; made when it is missing. */
  readonly folder: string;
}

/** Writes the archive of a commit's tree; false when git lacks some of it. */
export async function exportTree(
  repository: string,
  { revision, folder }: ExportTreeOptions,
): Promise<boolean> {
  Deno.mkdirSync(folder, { recursive: true });
  const archive = new Deno.Command("git", {
    args: ["-C", repository, "archive", "--format=tar", revision],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const extract = new Deno.Command("tar", {
    args: ["--extract", "--no-same-owner", "--file=-", `--directory=${folder}`],
    stdin: "piped",
    stdout: "null",
    stderr: "null",
  }).spawn();
  // A program that stops early closes the pipe; its status tells.
  const [git, tar] = await Promise.all([
    archive.status,
    extract.status,
    archive.stdout.pipeTo(extract.stdin).catch(() => {}),
  ]);
  return git.success && tar.success;
}
