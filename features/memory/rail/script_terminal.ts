import type { TerminalChannel } from "./terminal_leg.ts";

/** How long a program may show nothing before it is taken to read all the same, in milliseconds. */
const SILENT_MS = 3000;

/** A program that runs in a pseudo-terminal of its own; disposing of it closes the terminal, which ends most programs. */
export interface ProgramTerminal extends AsyncDisposable {
  /** The way into it. */
  readonly channel: TerminalChannel;
  /** What the program shows; it stops when nobody reads it. */
  readonly output: ReadableStream<Uint8Array>;
  /** The code with which the program ends. */
  readonly code: Promise<number>;
}

/**
 * Starts a program in a new pseudo-terminal and returns the way into it. `script` of util-linux holds the master side
 * and types there what it reads; without native code there is no other way to have one.
 *
 * To write to the device of a terminal (`/dev/pts/N`) is not to type: the other side of it only shows the text. So
 * there is no channel for the device of a program that somebody else has started; see `tmuxChannel()`.
 *
 * The terminal has no size, and nobody sits before it: it is for agents that read lines. Nothing is typed until the
 * program has shown something, or shown nothing for three seconds: what is typed earlier is dropped by those that set
 * their terminal up first.
 *
 * @param args What the program is given; the shell that `script` starts passes it on as it is.
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
    // What was typed to one that has ended is lost, which is no failure of the keyboard.
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
      // The terminal is gone with the one that holds it, which hangs the program up.
      if (isRunning) child.kill("SIGKILL");
      if (!output.locked) await output.cancel();
      await code;
    },
  };
}

/** Returns a word as a shell takes it literally. */
function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
