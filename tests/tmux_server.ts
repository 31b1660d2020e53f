import assert from "node:assert/strict";

/** Returns whether a program is here and this process may start it. */
export async function canRun(program: string, argument: string): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  const { state } = Deno.permissions.querySync({ name: "run", command: program });
  if (state !== "granted") return false;
  try {
    return (await new Deno.Command(program, { args: [argument], stdout: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** A server of tmux for one test. */
export interface TestedTmux {
  /** Absolute path of a folder for the test. */
  readonly folder: string;
  readonly socket: string;
  /** Runs tmux and returns what it prints. */
  tmux(...args: readonly string[]): Promise<string>;
  /** Runs a program in a new window, which stays when it has ended, and returns its pane. */
  open(...program: readonly string[]): Promise<string>;
}

/** Runs a server of tmux of its own for a test. */
export async function withTmux(test: (tested: TestedTmux) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  const socket = `${folder}/socket`;
  const tmux = async (...args: readonly string[]) => {
    const command = new Deno.Command("tmux", {
      args: ["-S", socket, "-f", "/dev/null", ...args],
      stderr: "null",
    });
    return new TextDecoder().decode((await command.output()).stdout);
  };
  const open = async (...program: readonly string[]) =>
    (await tmux("new-window", "-P", "-F", "#{pane_id}", ...program)).trim();
  try {
    await tmux("new-session", "-d", "-x", "80", "-y", "24", "sleep 60");
    await tmux("set-option", "-g", "remain-on-exit", "on");
    await test({ folder, socket, tmux, open });
  } finally {
    await tmux("kill-server");
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Waits until something is true, ten seconds at most. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let at = 0; at < 200; at++) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail("It has not happened within ten seconds");
}
