import assert from "node:assert/strict";

/** Returns whether a program is installed and this process may start it. */
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

/** Server of tmux for one test. */
export interface TestedTmux {
  /** Absolute path of a folder for the test. */
  readonly folder: string;
  readonly socket: string;
  /** Runs tmux and returns what it prints. */
  tmux(...args: readonly string[]): Promise<string>;
  /** Runs a program in a new window, which stays after its end, and returns the pane. */
  open(...program: readonly string[]): Promise<string>;
}

/** Runs a separate server of tmux for a test. */
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

/** Waits until a condition is true, at most ten seconds. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let at = 0; at < 200; at++) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail("It has not happened within ten seconds");
}
