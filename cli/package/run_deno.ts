import { UsageError } from "../arguments/mod.ts";

/** What a run of the runtime has left behind. */
export interface DenoResult {
  /** Whether it ended well. */
  readonly success: boolean;
  /** What it said on standard error, without colours. */
  readonly stderr: string;
}

/**
 * Runs the runtime that runs this program, with the folder to run in.
 *
 * @throws {UsageError} When this program may not: its task allows what PATH names "deno", and no more.
 */
export async function runDeno(
  args: readonly string[],
  { folder }: { readonly folder: string },
): Promise<DenoResult> {
  const executable = Deno.execPath();
  try {
    const { success, stderr } = await new Deno.Command(executable, {
      args: [...args],
      cwd: folder,
      env: { NO_COLOR: "1" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    return { success, stderr: new TextDecoder().decode(stderr) };
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotCapable)) throw cause;
    throw new UsageError(
      `Cannot run "${executable}" as only the deno on PATH is allowed: put its folder first on PATH`,
      { cause },
    );
  }
}
