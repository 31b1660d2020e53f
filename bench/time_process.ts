/** Times of a whole process, in milliseconds. */
export interface ProcessTimes {
  /** Processor time in user and system mode, with all its threads. */
  readonly processorMs: number;
  /** Time from just before it was started until it ended. */
  readonly wallMs: number;
}

/** Output of bash about the processor time of a program: `real user sys` in seconds. */
const TIMES_REGEXP = /^TIMES ([\d.]+) ([\d.]+) ([\d.]+)$/m;

/**
 * Runs a program to its end, and returns its times, as reported by the shell that runs it.
 *
 * @param options.input Path of its input file. @default no input
 * @throws {Error} When it fails, with the end of its standard error.
 */
export async function timeProcess(
  program: string,
  args: readonly string[],
  { input = "/dev/null" }: { readonly input?: string } = {},
): Promise<ProcessTimes> {
  const { success, stderr } = await new Deno.Command("bash", {
    args: ["-c", 'TIMEFORMAT="TIMES %3R %3U %3S"; time "$@" <"$0"', input, program, ...args],
    env: { NO_COLOR: "1" },
  }).output();
  const errorOutput = new TextDecoder().decode(stderr);
  const [, wall, user, system] = TIMES_REGEXP.exec(errorOutput) ?? [];
  if (!success || wall === undefined) {
    throw new Error(`Cannot run ${program} ${args[0]}: ${errorOutput.slice(-400)}`);
  }
  return {
    processorMs: 1000 * (Number(user) + Number(system)),
    wallMs: 1000 * Number(wall),
  };
}
