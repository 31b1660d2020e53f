import { UsageError } from "@dossier/retrieval/operation";

/** Result of a run of the runtime, without colours. */
export interface DenoResult {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the runtime of this program in a folder.
 *
 * @throws {UsageError} When this program may not: its task allows only the "deno" on PATH.
 */
export async function runDeno(args: readonly string[], folder: string): Promise<DenoResult> {
  const executable = Deno.execPath();
  try {
    return await run(executable, { args, folder });
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotCapable)) throw cause;
    // The "deno" on PATH may be a program that starts the runtime, as with npx.
    const { stdout } = await run("deno", { args: ["--version"], folder }).catch(() => NONE);
    if (stdout.startsWith(`deno ${Deno.version.deno} `)) return await run("deno", { args, folder });
    throw new UsageError(
      `Cannot run "${executable}" as only the deno on PATH is allowed: put its folder first on PATH`,
      { cause },
    );
  }
}

const NONE: DenoResult = { success: false, stdout: "", stderr: "" };

async function run(
  program: string,
  { args, folder }: { readonly args: readonly string[]; readonly folder: string },
): Promise<DenoResult> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { success, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
