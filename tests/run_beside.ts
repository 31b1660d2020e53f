/**
 * Runs a command beside a server that it finds by a variable, and ends with its exit code.
 *
 * @param command The program, with its arguments; `deno` is the one that runs this.
 * @param environment The variables by which the command finds the server.
 */
export async function runBeside(
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const [program = "", ...args] = command;
  const child = new Deno.Command(program === "deno" ? Deno.execPath() : program, {
    args,
    env: { ...environment },
  }).spawn();
  // Whoever stops this waits for the server to be gone as well; Ctrl-C reaches the command by itself.
  Deno.addSignalListener("SIGINT", () => {});
  Deno.addSignalListener("SIGTERM", () => {
    try {
      child.kill("SIGTERM");
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof TypeError)) throw error;
    }
  });
  Deno.exitCode = (await child.status).code;
}
