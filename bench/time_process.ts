/** What a whole process took, in milliseconds. */
export interface ProcessTimes {
  /** In user and system mode, with all its threads. */
  readonly processorMs: number;
  /** From just before it was started until it had ended. */
  readonly wallMs: number;
}

/** How bash tells of the processor time of what it has run: `real user sys` in seconds. */
const TIMES_REGEXP = /^TIMES ([\d.]+) ([\d.]+) ([\d.]+)$/m;

/**
 * Runs a program to its end, and returns what it took, as the shell that runs it says.
 *
 * @param options.input Path of the file that it reads. @default nothing
 * @throws {Error} When it fails, with the end of what it wrote to standard error.
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
  const said = new TextDecoder().decode(stderr);
  const [, wall, user, system] = TIMES_REGEXP.exec(said) ?? [];
  if (!success || wall === undefined) {
    throw new Error(`Cannot run ${program} ${args[0]}: ${said.slice(-400)}`);
  }
  return {
    processorMs: 1000 * (Number(user) + Number(system)),
    wallMs: 1000 * Number(wall),
  };
}
