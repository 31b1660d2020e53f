import { UsageError } from "../arguments/command.ts";

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
    return await run(executable, { args, folder });
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotCapable)) throw cause;
    // On PATH may be what starts the runtime, as npx has it, and not the runtime itself.
    if (await isSameRuntime("deno", folder)) return await run("deno", { args, folder });
    throw new UsageError(
      `Cannot run "${executable}" as only the deno on PATH is allowed: put its folder first on PATH`,
      { cause },
    );
  }
}

async function isSameRuntime(program: string, folder: string): Promise<boolean> {
  const { version } = Deno;
  try {
    const { stdout } = await run(program, { args: ["--version"], folder });
    return stdout.startsWith(`deno ${version.deno} `);
  } catch {
    return false;
  }
}

async function run(
  program: string,
  { args, folder }: { readonly args: readonly string[]; readonly folder: string },
): Promise<DenoResult & { readonly stdout: string }> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
