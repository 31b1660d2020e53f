import { fileURLToPath } from "node:url";
import {
  LOCKED,
  PROGRAM,
  type RunOptions,
  type RunResult,
  TempWorkspace,
} from "../temp_workspace.ts";

/** Call of the command line in a persistent process. */
export interface HostedCall {
  readonly args: readonly string[];
  /** Absolute path of the folder to call from. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Text for standard input. */
  readonly input: string;
}

/**
 * Workspace whose command line runs in one process for all tests of a file, which saves a start for
 * each call. It is for tests of the output of commands, not of the start, the end or the
 * permissions of their process; with `shell`, or for an executable, each call has a separate
 * process.
 */
export class HostedWorkspace extends TempWorkspace {
  override async run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    if (PROGRAM !== undefined || options.shell !== undefined) return await super.run(args, options);
    return await host.run({
      args,
      folder: this.path(options.folder ?? ""),
      environment: { ...this.environment(), ...options.environment },
      input: options.input ?? "",
    });
  }
}

/** Process that runs one call at a time. */
class CommandHost {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;
  #last: Promise<unknown> = Promise.resolve();

  constructor() {
    const program = fileURLToPath(new URL("run_hosted.ts", import.meta.url));
    const permissions = ["--allow-read", "--allow-write", "--allow-env", "--allow-run=git"];
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", "--no-prompt", ...LOCKED, ...permissions, program],
      env: { NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#output = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  run(call: HostedCall): Promise<RunResult> {
    const result = this.#last.then(() => this.#runNow(call));
    this.#last = result.catch(() => {});
    return result;
  }

  async #runNow(call: HostedCall): Promise<RunResult> {
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(call)}\n`));
    for (let line = "";;) {
      const { value, done } = await this.#output.read();
      if (done) throw new Error(`The process has ended that runs "${call.args.join(" ")}"`);
      line += value;
      if (line.endsWith("\n")) return JSON.parse(line);
    }
  }

  async close(): Promise<void> {
    await this.#input.close();
    await this.#output.cancel();
    await this.#child.status;
  }
}

let host: CommandHost;

Deno.test.beforeAll(() => {
  host = new CommandHost();
});

Deno.test.afterAll(() => host.close());
