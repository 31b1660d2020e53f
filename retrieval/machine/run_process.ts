import { PROGRAM } from "./program.ts";
import { waitWithin } from "./wait_within.ts";

/** Options of running a program. */
export interface ProcessOptions {
  /** Absolute path of the working folder. */
  readonly folder: string;
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Standard input. @default empty */
  readonly input?: string | undefined;
  /** Maximum time in milliseconds, after which the program and its descendants are killed. */
  readonly timeLimitMs: number;
  /** Number of bytes that are kept from the start of each output. */
  readonly maxBytes: number;
  /**
   * True to kill the program as soon as it writes more than that. @default false, as its work would
   * be half done
   */
  readonly isKilledWhenFull?: boolean | undefined;
  /**
   * True to end all descendants with the program, including those that write nothing. @default
   * false
   */
  readonly endsDescendants?: boolean | undefined;
  /** Kills the program and its descendants when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Result of a program. */
export interface ProcessResult {
  /** Exit code; 128 plus the number of the signal when it was killed. */
  readonly code: number;
  /** Standard output; invalid UTF-8 is shown as U+FFFD. */
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
  /** True when it wrote more than was kept. */
  readonly isTruncated: boolean;
  readonly durationMs: number;
}

/** Exit code of a killed program. */
const KILLED_CODE = 137;

/**
 * Maximum time for which descendants may keep the outputs of an ended program open, in
 * milliseconds; as in Codex.
 */
const DRAIN_MS = 2000;

/**
 * Runs a program to its end, or until the time is up. When it ends, descendants that still hold its
 * outputs are ended too, unless they have left its process group.
 *
 * @param program Name or path.
 * @throws {Error} Half a sentence with the fix, when there is no such program, or it may not be
 * run.
 */
export async function runProcess(
  program: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<ProcessResult> {
  const { input = "", timeLimitMs, maxBytes, signal } = options;
  const { isKilledWhenFull = false, endsDescendants = false } = options;
  const start = performance.now();
  const child = spawn(program, args, options);
  const kill = () => killGroup(child);
  const outputs = [child.stdout, child.stderr].map((stream) =>
    new CapturedOutput(stream, maxBytes, isKilledWhenFull ? kill : () => {})
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
    // A program that does not read its input may close it first.
    writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
    const status = await waitWithin(ended, timeLimitMs);
    const [stdout = "", stderr = ""] = outputs.map((output) => output.toText());
    return {
      code: status?.code ?? KILLED_CODE,
      stdout,
      stderr,
      isTimedOut: status === undefined,
      isTruncated: outputs.some(({ isTruncated }) => isTruncated),
      durationMs: performance.now() - start,
    };
  } finally {
    signal?.removeEventListener("abort", kill);
    if (!isOver || endsDescendants) kill();
    for (const output of outputs) output.close();
    await child.status;
  }
}

/** Start of a program's output. The rest is read and dropped. */
class CapturedOutput {
  isTruncated = false;
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
      if (value.length > left && !this.isTruncated) {
        this.isTruncated = true;
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
 * Checks the permission to run programs of a project, without starting one.
 *
 * @throws {Error} Half a sentence with the fix.
 */
export function checkRunPermission(name: string): void {
  const { state } = Deno.permissions.querySync({ name: "run", command: Deno.execPath() });
  if (state !== "granted") throw notAllowedError(name);
}

function notAllowedError(name: string): Error {
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
      // A separate process group, so that it can be killed as a whole.
      detached: true,
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw notAllowedError(program);
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
 * Kills a program and its descendants. A process that may run only some programs may not kill a
 * group, but a shell may.
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
