import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { PROGRAM, type TempWorkspace } from "./temp_workspace.ts";

const CONFIG = fileURLToPath(new URL("../deno.json", import.meta.url));

/** Finds the URL of the server in the log. */
export const SERVED_URL_REGEXP = /at (http:\/\/\S+)\n/;

/** `deno task serve`, started as by a user in the workspace. */
export class ServeTask implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #reader: ReadableStreamDefaultReader<string>;
  /** Output on standard error so far. */
  log = "";

  /** Starts it, with variables besides those of the tests. */
  constructor(
    workspace: TempWorkspace,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ) {
    // A nested task keeps the folder from which the outer task was called.
    const { INIT_CWD: _, ...environment } = {
      ...Deno.env.toObject(),
      ...workspace.environment(),
    };
    const task = PROGRAM === undefined ? ["task", "--quiet", "--config", CONFIG] : [];
    this.#child = new Deno.Command(PROGRAM ?? Deno.execPath(), {
      args: [...task, "serve", ...args],
      cwd: workspace.root,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
      clearEnv: true,
      env: { ...environment, ...variables, NO_COLOR: "1" },
    }).spawn();
    this.#reader = this.#child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Waits until the log matches, and returns the first group. */
  async read(pattern: RegExp): Promise<string> {
    for (;;) {
      const [, found] = pattern.exec(this.log) ?? [];
      if (found !== undefined) return found;
      const { done, value } = await this.#reader.read();
      assert.ok(!done, `The server has ended: ${this.log}`);
      this.log += value;
    }
  }

  /** Sends a signal to the task, which passes it on. */
  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** Waits for its end and returns the exit code. */
  async end(): Promise<number> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.log += value;
    }
    return (await this.#child.status).code;
  }

  /** Stops it if it still runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.kill("SIGTERM");
    } catch {
      // It has already ended.
    }
    await this.#child.status;
    await this.#reader.cancel();
  }
}
