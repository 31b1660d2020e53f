/**
 * Runs a command with a server, whose address is in a variable, and exits with the code of the
 * command.
 *
 * @param command Program with its arguments; `deno` means the executable that runs this.
 * @param environment Variables with the address of the server.
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
  // A process that stops this one waits for the end of the server, too; Ctrl-C also reaches the
  // command.
  Deno.addSignalListener("SIGINT", () => {});
  Deno.addSignalListener("SIGTERM", () => {
    try {
      child.kill("SIGTERM");
    } catch (error) {
      // The command has already ended.
      if (!(error instanceof TypeError)) throw error;
    }
  });
  Deno.exitCode = (await child.status).code;
}
