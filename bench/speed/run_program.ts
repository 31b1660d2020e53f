/** Output of a program, and its duration. */
export interface ProgramResult {
  /** Standard output. */
  readonly stdout: string;
  /** Milliseconds from just before it was started until it ended. */
  readonly milliseconds: number;
}

/** Options of a program. */
export interface ProgramOptions {
  /** Folder to run it in. @default the current one */
  readonly folder?: string;
  /** Time limit. @default 600 s */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 600_000;

/**
 * Runs a program to its end.
 *
 * @throws {Error} When it fails, with the end of its standard error, or takes too long.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { folder, timeoutMs = DEFAULT_TIMEOUT_MS }: ProgramOptions = {},
): Promise<ProgramResult> {
  const signal = AbortSignal.timeout(timeoutMs);
  const start = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    ...(folder === undefined ? {} : { cwd: folder }),
    env: { NO_COLOR: "1" },
    signal,
  }).output();
  const milliseconds = performance.now() - start;
  if (signal.aborted) throw new Error(`over ${timeoutMs / 1000} s`);
  if (!success) {
    const reason = new TextDecoder().decode(stderr).trim().slice(-400);
    throw new Error(`Cannot run ${program} ${args[0]}: ${reason}`);
  }
  return { stdout: new TextDecoder().decode(stdout), milliseconds };
}
