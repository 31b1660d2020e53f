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
