import type { ChildProcess, StdioOptions } from "node:child_process";
import * as fs from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import { errors, toSystemError, withSystemErrors } from "./errors.ts";

type Stdio = NonNullable<Deno.CommandOptions["stdin"]>;

/** Node's names of the modes of a child's streams. */
const STDIO = { piped: "pipe", inherit: "inherit", null: "ignore" } as const;

/** Maximum size of each output of a child whose end is awaited, in bytes. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** Folders of programs when the environment has no `PATH`. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * Returns Node's module for child processes on demand, as it loads streams and sockets, and some
 * commands run no programs.
 */
function childProcesses() {
  return process.getBuiltinModule("node:child_process");
}

/** Program to be run. */
class Command {
  readonly #program: string;
  readonly #options: Deno.CommandOptions;

  constructor(program: string | URL, options: Deno.CommandOptions = {}) {
    this.#program = String(program);
    this.#options = options;
  }

  spawn(): Child {
    return new Child(this.#program, this.#options, "inherit");
  }

  async output(): Promise<Deno.CommandOutput> {
    const options = { stdin: "null", ...this.#options } as const;
    return await (BUN === undefined
      ? new Child(this.#program, options, "piped").output()
      : runWithBun(BUN, this.#program, options));
  }

  outputSync(): Deno.CommandOutput {
    const { error, status, signal, stdout, stderr } = childProcesses().spawnSync(
      this.#program,
      this.#options.args ?? [],
      {
        ...spawnOptions(this.#program, { stdin: "null", ...this.#options }, "piped").options,
        maxBuffer: MAX_OUTPUT_BYTES,
      },
    );
    if (error !== undefined) throw toSystemError(error);
    return {
      ...toStatus(status, signal),
      stdout: plainBytes(stdout),
      stderr: plainBytes(stderr),
    };
  }
}

/** Running program. */
class Child implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly pid: number;
  readonly status: Promise<Deno.CommandStatus>;
  readonly #stdin: WritableStream<Uint8Array> | undefined;
  readonly #stdout: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  readonly #stderr: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

  constructor(program: string, options: Deno.CommandOptions, defaultStdio: Stdio) {
    const prepared = spawnOptions(program, options, defaultStdio);
    const child = childProcesses().spawn(program, options.args ?? [], prepared.options);
    this.#child = child;
    this.status = new Promise((resolve, reject) => {
      child.once("exit", (code, signal) => resolve(toStatus(code, signal)));
      child.once("error", (error) => reject(toSystemError(error)));
    });
    // Callers that await the status still receive the error.
    this.status.catch(() => {});
    this.pid = child.pid ?? 0;
    if (child.stdin !== null) this.#stdin = toWritable(child.stdin);
    if (child.stdout !== null) this.#stdout = toReadable(child.stdout);
    if (child.stderr !== null) this.#stderr = toReadable(child.stderr);
    killOnAbort(options.signal, { child, ended: this.status });
  }

  get stdin(): WritableStream<Uint8Array> {
    return requirePiped(this.#stdin, "stdin");
  }

  get stdout(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return requirePiped(this.#stdout, "stdout");
  }

  get stderr(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return requirePiped(this.#stderr, "stderr");
  }

  async output(): Promise<Deno.CommandOutput> {
    const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined) =>
      stream === undefined ? new Uint8Array() : await new Response(stream).bytes();
    const [status, stdout, stderr] = await Promise.all([
      this.status,
      read(this.#stdout),
      read(this.#stderr),
    ]);
    return { ...status, stdout, stderr };
  }

  kill(signal: Deno.Signal = "SIGTERM"): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
      throw new TypeError("Child process has already terminated");
    }
    this.#child.kill(signal as NodeJS.Signals);
  }

  ref(): void {
    this.#child.ref();
  }

  unref(): void {
    this.#child.unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.kill();
    } catch {
      // It has ended by itself.
    }
    await this.status;
  }
}

/** Kills a program when a signal is aborted before its end. */
function killOnAbort(
  signal: AbortSignal | undefined,
  { child, ended }: {
    readonly child: { kill(signal: NodeJS.Signals): unknown };
    readonly ended: Promise<unknown>;
  },
): void {
  if (signal === undefined) return;
  const end = () => void child.kill("SIGTERM");
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  const forget = () => signal.removeEventListener("abort", end);
  ended.then(forget, forget);
}

/**
 * Bun's API for running programs. Node's would first load streams and sockets, which takes 13 ms of
 * processor time.
 */
interface Bun {
  spawn(cmd: readonly string[], options: SpawnOptions & { readonly argv0: string }): {
    readonly exited: Promise<unknown>;
    readonly exitCode: number | null;
    readonly signalCode: NodeJS.Signals | null;
    readonly stdout?: ReadableStream<Uint8Array<ArrayBuffer>>;
    readonly stderr?: ReadableStream<Uint8Array<ArrayBuffer>>;
    kill(signal: NodeJS.Signals): void;
  };
}

const { Bun: BUN } = globalThis as { readonly Bun?: Bun };

/** Runs a program to its end. */
async function runWithBun(
  bun: Bun,
  program: string,
  commandOptions: Deno.CommandOptions,
): Promise<Deno.CommandOutput> {
  const { path, options } = spawnOptions(program, commandOptions, "piped");
  const child = bun.spawn([path, ...commandOptions.args ?? []], { ...options, argv0: program });
  killOnAbort(commandOptions.signal, { child, ended: child.exited });
  const [stdout, stderr] = await Promise.all([
    ...[child.stdout, child.stderr].map((stream) => new Response(stream).bytes()),
    child.exited,
  ]) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>, unknown];
  return { ...toStatus(child.exitCode, child.signalCode), stdout, stderr };
}

function requirePiped<Stream>(stream: Stream | undefined, name: string): Stream {
  if (stream === undefined) throw new TypeError(`Cannot get "${name}" as it is not piped`);
  return stream;
}

type SpawnOptions = ReturnType<typeof spawnOptions>["options"];

/**
 * Returns the path of a program, and Node's options to start it.
 *
 * @throws {NotFound} When there is no such program, which Node would report later and elsewhere.
 * @throws {PermissionDenied} When it may not be run.
 */
function spawnOptions(program: string, options: Deno.CommandOptions, defaultStdio: Stdio) {
  const { cwd, clearEnv = false, env = {}, detached = false } = options;
  const { stdin = defaultStdio, stdout = defaultStdio, stderr = defaultStdio } = options;
  const variables = clearEnv ? env : { ...process.env, ...env };
  const path = findProgram(program, variables.PATH ?? DEFAULT_PATH, String(cwd ?? process.cwd()));
  const stdio: StdioOptions = [STDIO[stdin], STDIO[stdout], STDIO[stderr]];
  return {
    path,
    options: { stdio, detached, env: variables, ...(cwd === undefined ? {} : { cwd }) },
  };
}

function findProgram(program: string, path: string, folder: string): string {
  withSystemErrors(() => fs.statSync(folder));
  const candidates = program.includes("/")
    ? [resolve(folder, program)]
    : path.split(":").map((directory) => resolve(folder, directory, program));
  const found = candidates.filter((candidate) =>
    fs.statSync(candidate, { throwIfNoEntry: false })?.isFile()
  );
  if (found.length === 0) {
    throw new errors.NotFound(`Failed to spawn '${program}': entity not found`, { code: "ENOENT" });
  }
  const runnable = found.find(isRunnable);
  if (runnable !== undefined) return runnable;
  throw new errors.PermissionDenied(
    `Failed to spawn '${program}': Permission denied (os error 13)`,
    {
      code: "EACCES",
    },
  );
}

function isRunnable(path: string): boolean {
  try {
    fs.accessSync(path, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the status of a process. The code is 128 plus the number of the signal that ended it. */
function toStatus(code: number | null, signal: NodeJS.Signals | null): Deno.CommandStatus {
  const left = signal === null ? code ?? 1 : 128 + constants.signals[signal];
  return { success: left === 0, code: left, signal: signal as Deno.Signal | null };
}

function plainBytes(bytes: Uint8Array | null): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes ?? []);
}

/** Returns the output of a child as a stream that is read on demand. */
function toReadable(stream: NodeJS.ReadableStream): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = (stream as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      // A broken pipe counts as ended.
      const { done, value } = await pieces.next().catch(() => ({ done: true, value: undefined }));
      if (done) controller.close();
      else controller.enqueue(plainBytes(value!));
    },
    cancel: () => void pieces.return?.(),
  }, { highWaterMark: 0 });
}

/**
 * Returns the input of a child as a stream. Writing to a child that has ended is an error of the
 * writer.
 */
function toWritable(stream: NodeJS.WritableStream): WritableStream<Uint8Array> {
  let failure: Error | undefined;
  stream.on("error", (error) => failure = error);
  return new WritableStream({
    write: (bytes) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(toSystemError(failure));
        stream.write(bytes, (error) => error ? reject(toSystemError(error)) : resolve());
      }),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
    abort: () => void stream.end(),
  }, { highWaterMark: 1 });
}

/** Calls `listener` for each such signal, until it is removed. */
function addSignalListener(signal: Deno.Signal, listener: () => void): void {
  process.on(signal as NodeJS.Signals, listener);
}

/** Members about this process and others. */
export const processes = {
  Command,
  addSignalListener,
  args: process.argv.slice(2),
  cwd: () => withSystemErrors(() => process.cwd()),
  env: { get: (name: string): string | undefined => process.env[name] },
  execPath: () => process.execPath,
  exit: (code?: number): never => process.exit(code),
  kill: (pid: number, signal: Deno.Signal = "SIGTERM") =>
    void withSystemErrors(() => process.kill(pid, signal)),
  pid: process.pid,
  ppid: process.ppid,
  removeSignalListener: (signal: Deno.Signal, listener: () => void) =>
    void process.off(signal, listener),
  uid: () => process.getuid?.() ?? null,
  unrefTimer: (timer: unknown) => void (timer as { unref?(): void }).unref?.(),
};
