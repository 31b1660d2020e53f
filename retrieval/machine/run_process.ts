import { PROGRAM } from "./program.ts";
import { waitWithin } from "./wait_within.ts";

/** How a program is run. */
export interface ProcessOptions {
  /** Absolute path of the folder that it is run in. */
  readonly folder: string;
  /** Variables besides those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** What it reads. @default nothing */
  readonly input?: string | undefined;
  /** How long it may take, in milliseconds; then it is killed with all that it has begun. */
  readonly timeLimitMs: number;
  /** Bytes that are kept of each of its outputs, from the first on. */
  readonly maxBytes: number;
  /** Whether it is killed as soon as it writes more. @default false, as what it does then would be half done */
  readonly isKilledWhenFull?: boolean | undefined;
  /** Whether all that it has begun ends with it, also what writes nowhere. @default false */
  readonly isEndedWhole?: boolean | undefined;
  /** Kills it, with all that it has begun, when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** What a program has left behind. */
export interface ProcessResult {
  /** 128 and the number of the signal when it was killed. */
  readonly code: number;
  /** What is no UTF-8 is U+FFFD in it. */
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
  /** Whether it has written more than is kept. */
  readonly isFull: boolean;
  readonly durationMs: number;
}

/** The code of a program that was killed. */
const KILLED_CODE = 137;

/** How long the outputs of a program that has ended may be held open by what it has begun; Codex's. */
const DRAIN_MS = 2000;

/**
 * Runs a program to its end, or until it has taken too long. What it has begun and still writes ends with it, unless
 * that has left the group of its processes.
 *
 * @param program Its name or path.
 * @throws {Error} Half a sentence with the fix, when there is none or it may not be run.
 */
export async function runProcess(
  program: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> {
  const { input = "", timeLimitMs, maxBytes, signal } = options;
  const { isKilledWhenFull = false, isEndedWhole = false } = options;
  const start = performance.now();
  const child = spawn(program, args, options);
  const kill = () => killGroup(child);
  const outputs = [child.stdout, child.stderr].map((stream) =>
    new KeptOutput(stream, maxBytes, isKilledWhenFull ? kill : () => {})
  );
  const reading = Promise.all(outputs.map(({ read }) => read)).then(() => true);
  const ended = child.status.then(async (status) => {
    isOver = await waitWithin(reading, DRAIN_MS) ?? false;
    return status;
  });
  let isOver = false;
  signal?.addEventListener("abort", kill);
  try {
    if (signal?.aborted) kill();
    const writer = child.stdin.getWriter();
    // One that has answered without reading closes its input first.
    writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
    const status = await waitWithin(ended, timeLimitMs);
    const [stdout = "", stderr = ""] = outputs.map((output) => output.toText());
    return {
      code: status?.code ?? KILLED_CODE,
      stdout,
      stderr,
      isTimedOut: status === undefined,
      isFull: outputs.some(({ isFull }) => isFull),
      durationMs: performance.now() - start,
    };
  } finally {
    signal?.removeEventListener("abort", kill);
    if (!isOver || isEndedWhole) kill();
    for (const output of outputs) output.close();
    await child.status;
  }
}

/** The beginning of what a program writes; the rest is read and dropped. */
class KeptOutput {
  isFull = false;
  readonly read: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(stream: ReadableStream<Uint8Array>, maxBytes: number, whenFull: () => void) {
    this.#reader = stream.getReader();
    this.read = this.#readAll(maxBytes, whenFull).catch(() => {});
  }

  async #readAll(maxBytes: number, whenFull: () => void): Promise<void> {
    let left = maxBytes;
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return;
      if (value.length > left && !this.isFull) {
        this.isFull = true;
        whenFull();
      }
      this.#text += this.#decoder.decode(value.subarray(0, left), { stream: true });
      left = Math.max(0, left - value.length);
    }
  }

  toText(): string {
    return this.#text + this.#decoder.decode();
  }

  close(): void {
    this.#reader.cancel().catch(() => {});
  }
}

/**
 * Checks that this process may run programs of a project, for what is run without starting one.
 *
 * @throws {Error} Half a sentence with the fix.
 */
export function checkMayRun(name: string): void {
  const { state } = Deno.permissions.querySync({ name: "run", command: Deno.execPath() });
  if (state !== "granted") throw notAllowed(name);
}

function notAllowed(name: string): Error {
  return new Error(
    `this process may not run "${name}": write "${PROGRAM} with-plugins" in front of the command`,
  );
}

function spawn(
  program: string,
  args: readonly string[],
  { folder, environment = {} }: ProcessOptions,
): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args: [...args],
      cwd: folder,
      env: { ...environment },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      // A group of its own, so that all of it can be killed.
      detached: true,
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw notAllowed(program);
    if (error instanceof Deno.errors.NotFound) {
      throw new Error(`the program "${program}" was not found: install it, or name it by its path`);
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new Error(`"${program}" is not an executable program: make it executable`);
    }
    throw error;
  }
}

/**
 * Kills a program and what it has begun. Where this process may run some programs only, it may not end a group, but
 * a shell may.
 */
function killGroup(child: Deno.ChildProcess): void {
  try {
    Deno.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) return;
    const args = ["-c", `kill -s KILL -- -${child.pid}`];
    try {
      new Deno.Command("sh", { args, stdout: "null", stderr: "null" }).outputSync();
    } catch {
      killOne(child);
    }
  }
}

function killOne(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
