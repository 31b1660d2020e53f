import type { TerminalChannel } from "./terminal_leg.ts";

/** Time without output after which a program counts as ready for input, in milliseconds. */
const SILENT_MS = 3000;

/**
 * A program in a pseudo-terminal of its own; its disposal closes the terminal, which ends most
 * programs.
 */
export interface ProgramTerminal extends AsyncDisposable {
  /** The channel for its input. */
  readonly channel: TerminalChannel;
  /** Its output; the program blocks while no one reads it. */
  readonly output: ReadableStream<Uint8Array>;
  /** The exit code of the program. */
  readonly code: Promise<number>;
}

/**
 * Starts a program in a new pseudo-terminal. `script` of util-linux owns the master side and types
 * its standard input there; without native code there is no other way.
 *
 * To write to the device of a terminal (`/dev/pts/N`) is not to type: the text only appears on its
 * screen. So there is no channel for the device of a program that was started elsewhere; see
 * `tmuxChannel()`.
 *
 * The terminal has no size and no human user: it is for agents that read lines. Nothing is typed
 * before the first output, or three seconds without output: programs that set up their terminal
 * drop earlier input.
 *
 * @param args Arguments of the program; the shell of `script` passes them on unchanged.
 * @throws {Error} When there is no `script`, or it may not be run.
 */
export function startInTerminal(
  program: string,
  args: readonly string[],
  { folder }: { readonly folder: string },
): ProgramTerminal {
  const command = `exec ${[program, ...args].map(quote).join(" ")}`;
  const child = new Deno.Command("script", {
    args: ["--quiet", "--return", "--flush", "--command", command, "/dev/null"],
    cwd: folder,
    env: { SHELL: "/bin/sh" },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const keys = child.stdin.getWriter();
  const start = performance.now();
  let isRunning = true;
  let hasShown = false;
  const output = child.stdout.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, passed) {
        hasShown = true;
        passed.enqueue(bytes);
      },
    }),
  );
  const code = child.status.then((status) => {
    isRunning = false;
    // Input for an ended program is lost, which is not an error.
    keys.close().catch(() => {});
    return status.code;
  });
  const channel: TerminalChannel = {
    isDriven: () => Promise.resolve(isRunning),
    canAccept: () =>
      Promise.resolve(hasShown || performance.now() - start >= SILENT_MS ? "now" : "later"),
    async type(notice) {
      await keys.write(new TextEncoder().encode(notice));
      return true;
    },
  };
  return {
    channel,
    output,
    code,
    async [Symbol.asyncDispose]() {
      // The end of the master side closes the terminal, which hangs the program up.
      if (isRunning) child.kill("SIGKILL");
      if (!output.locked) await output.cancel();
      await code;
    },
  };
}

/** Returns a word in the quotes of a shell. */
function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
