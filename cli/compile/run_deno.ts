/** What a run of the runtime has left behind. */
export interface DenoResult {
  /** Whether it ended well. */
  readonly success: boolean;
  /** What it said on standard error, without colours. */
  readonly stderr: string;
}

/** Runs the runtime that runs this program, with the folder to run in. */
export async function runDeno(
  args: readonly string[],
  { folder }: { readonly folder: string },
): Promise<DenoResult> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  return { success, stderr: new TextDecoder().decode(stderr) };
}
