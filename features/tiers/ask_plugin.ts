import type { ManifestPlugin, TierPiece } from "./core/mod.ts";
import { checkMayRun, runProcess, startWorker, waitWithin } from "@dossier/retrieval/machine";
import { maskValue, toReason } from "@dossier/retrieval/secrets";

/** What a plugin is asked: what it has to say, or that something has happened. It is never told a budget. */
export interface PluginRequest {
  readonly call: "provide" | "session-start";
  readonly uri: string;
  readonly session: string;
  readonly prompt: string;
  readonly commits: readonly string[];
  /** Paths of the files that are open or changed. */
  readonly files: readonly string[];
}

/** What a plugin has said, or why it is passed over. */
export type PluginAnswer =
  | { readonly kind: "answered"; readonly pieces: readonly TierPiece[] }
  | {
    readonly kind: "skipped";
    /** Half a sentence with the mend. */
    readonly reason: string;
  };

/** How a plugin is run. */
export interface AskPluginOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  /** How long it may take, in milliseconds. @default 5000 */
  readonly timeLimitMs?: number | undefined;
}

/** What a plugin that reads a tracker on the network takes, with room to spare. */
const TIME_LIMIT_MS = 5000;

/**
 * Asks a plugin of a project. A command is given the request as one line of JSON on its standard input and writes
 * one line; a module is started as a worker, is posted the request and posts its answer. Either is
 * `{"items": [{"id": "AB-12", "text": "…"}]}`. Whatever else it does, it is passed over.
 *
 * It does what it likes with this machine, so that it is for the caller to know that the user allows it.
 */
export async function askPlugin(
  { uri, command, module }: ManifestPlugin,
  request: PluginRequest,
  { root, timeLimitMs = TIME_LIMIT_MS }: AskPluginOptions,
): Promise<PluginAnswer> {
  const line = JSON.stringify(request);
  let answer: unknown;
  try {
    if (command !== undefined) answer = await runCommand(command, line, { root, timeLimitMs });
    else if (module !== undefined) answer = await runModule(module, line, { root, timeLimitMs });
    else return skip('it has neither a "command" nor a "module"');
  } catch (error) {
    return skip(await toReason(error, uri));
  }
  const items = readItems(answer);
  if (items === undefined) return skip('its answer is no {"items": [{"id": …, "text": …}]}');
  const base = uri.replace(/\/+$/, "");
  return {
    kind: "answered",
    pieces: await maskValue(items.map(({ id, text }) => ({ path: `${base}/${id}`, text })), uri),
  };
}

function skip(reason: string): PluginAnswer {
  return { kind: "skipped", reason };
}

function readItems(
  answer: unknown,
): readonly { readonly id: string; readonly text: string }[] | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { items = [] } = answer as { readonly items?: unknown };
  if (!Array.isArray(items)) return undefined;
  const isItem = (item: unknown) =>
    typeof item === "object" && item !== null && "id" in item && "text" in item &&
    typeof item.id === "string" && typeof item.text === "string";
  return items.every(isItem) ? items : undefined;
}

async function runCommand(
  command: readonly string[],
  line: string,
  { root, timeLimitMs }: RunPluginOptions,
): Promise<unknown> {
  const [program = "", ...args] = command;
  const path = program.startsWith("./") ? `${root}/${program.slice(2)}` : program;
  const { code, stdout, stderr, isTimedOut, isFull } = await runProcess(path, args, {
    folder: root,
    input: `${line}\n`,
    timeLimitMs,
    maxBytes: MAX_PLUGIN_BYTES,
    isKilledWhenFull: true,
    isEndedWhole: true,
  });
  if (isFull) throw new Error(`it wrote more than ${MAX_PLUGIN_BYTES} bytes`);
  if (isTimedOut) throw new Error(`it took longer than ${timeLimitMs} ms`);
  const why = stderr.trim() === "" ? "" : `, and said: ${stderr}`;
  if (code !== 0) throw new Error(`it ended with the code ${code}${why}`);
  if (stdout.trim() === "") throw new Error(`it wrote nothing to standard output${why}`);
  return parse(stdout);
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    throw new Error("its answer is no JSON");
  }
}

/** Bytes that a plugin may write: four times what the reference tier holds by default, in each of its bytes. */
export const MAX_PLUGIN_BYTES = 64 * 1024;

/** How a plugin is run. */
export interface RunPluginOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  readonly timeLimitMs: number;
}

/** What a worker posts when its module is there: what it is posted before that is lost. */
const READY = "dossier: ready";

/**
 * What a worker runs: it imports the module, and tells what that fails with, which the runtime would print with the
 * stack.
 */
const WORKER = `
const tell = (error) => postMessage({ failure: String(error?.message ?? error) });
const listen = (name, toError) => addEventListener(name, (event) => {
  event.preventDefault();
  tell(toError(event));
});
listen("error", ({ error }) => error);
listen("unhandledrejection", ({ reason }) => reason);
await import("MODULE").then(() => postMessage("READY"), tell);
`;

/**
 * Returns what a module answers that is started as a worker: it is posted a request and posts its answer. One that
 * never comes back from a loop is passed over in time, and keeps a processor busy until this process exits, as the
 * runtime can not end it (denoland/deno#35657).
 *
 * @param module Path relative to the root.
 * @param line The request as JSON.
 * @throws {Error} Half a sentence that says why there is no answer, also when this process may run no programs but git:
 * a module does what a program does.
 */
export async function runModule(
  module: string,
  line: string,
  { root, timeLimitMs }: RunPluginOptions,
): Promise<unknown> {
  checkMayRun(module);
  const real = Deno.realPathSync(`${root}/${module}`);
  if (!real.startsWith(`${root}/`)) throw new Error("its module lies outside of the root");
  const place = `file://${real.split("/").map(encodeURIComponent).join("/")}`;
  const program = WORKER.replace('"MODULE"', () => JSON.stringify(place))
    .replace('"READY"', () => JSON.stringify(READY));
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const answer = Promise.withResolvers<unknown>();
  const worker = startWorker(url);
  try {
    worker.onmessage = ({ data }) => {
      if (data === READY) worker.postMessage(JSON.parse(line));
      else if (typeof data?.failure !== "string") answer.resolve(data);
      else answer.reject(new Error(`its module has failed: ${data.failure}`));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      answer.reject(new Error(`its module has failed: ${event.message}`));
    };
    const data = await waitWithin(answer.promise, timeLimitMs);
    if (data === undefined) throw new Error(`it took longer than ${timeLimitMs} ms`);
    const text = JSON.stringify(data) ?? "";
    if (text.length > MAX_PLUGIN_BYTES) {
      throw new Error(`it wrote more than ${MAX_PLUGIN_BYTES} bytes (${text.length})`);
    }
    return JSON.parse(text);
  } finally {
    worker.terminate();
    URL.revokeObjectURL(url);
  }
}
