import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(import.meta.resolve("../../cli/main.ts"));
const CONFIG = fileURLToPath(import.meta.resolve("../../deno.json"));
const LOCK = fileURLToPath(import.meta.resolve("../../deno.lock"));

/**
 * Permissions of `deno task serve`, except for its environment, of which tests pass only a part.
 */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-run=git",
  "--allow-env",
  "--allow-net=127.0.0.1",
  "--allow-sys=setPriority",
];

const URL_REGEXP = / at (http:\/\/[^\s]+)\n/;

/** Server in a separate process. */
export interface ServedProcess extends AsyncDisposable {
  /** Address that it listens on. */
  readonly hostname: string;
  /** Port that it listens on. */
  readonly port: number;
  /** URL of the server. */
  readonly url: string;
  /** ID of its process. */
  readonly pid: number;
  /** Sends it a signal. */
  kill(signal: Deno.Signal): void;
  /** Resolves when it has ended. */
  readonly status: Promise<Deno.CommandStatus>;
}

/**
 * Starts `serve` for some trees on a free port of this machine, and waits until it listens.
 *
 * @param args Further arguments of `serve`.
 * @param environment Variables in addition to those of this process.
 * @throws {Error} When it ends before that, with its output.
 */
export function openServer(
  roots: readonly string[],
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServedProcess> {
  return openListening(serverArguments(roots, args), environment);
}

/** Returns the arguments of `deno` that start such a server. */
export function serverArguments(
  roots: readonly string[],
  args: readonly string[] = [],
): readonly string[] {
  return [
    "run",
    ...PERMISSIONS,
    `--config=${CONFIG}`,
    `--lock=${LOCK}`,
    "--frozen",
    CLI,
    "serve",
    "--port=0",
    ...roots.flatMap((root) => ["--root", root]),
    ...args,
  ];
}

/**
 * Starts a listening program of ours, and waits until it prints its address.
 *
 * @param args Arguments of `deno`.
 * @throws {Error} When it ends before that, with its output.
 */
export async function openListening(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ServedProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { ...environment },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const { url, rest } = await readUrl(child.stderr);
  const { hostname, port } = new URL(url);
  return {
    hostname,
    port: Number(port),
    url,
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    status: child.status,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGTERM");
      } catch {
        // The process has already ended.
      }
      await child.status;
      await rest;
    },
  };
}

/** Reads until the server prints its address; later output is read and dropped. */
async function readUrl(
  stderr: ReadableStream<Uint8Array>,
): Promise<{ readonly url: string; readonly rest: Promise<void> }> {
  const reader = stderr.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let said = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`Cannot start the server: ${said}`);
    said += value;
    const url = URL_REGEXP.exec(said)?.[1];
    if (url !== undefined) return { url, rest: drain(reader) };
  }
}

async function drain(reader: ReadableStreamDefaultReader<string>): Promise<void> {
  while (!(await reader.read()).done);
}
