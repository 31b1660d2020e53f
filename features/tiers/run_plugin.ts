import type { ManifestPlugin, TierPiece } from "./core/mod.ts";
import {
  checkRunPermission,
  runProcess,
  startWorker,
  waitWithin,
} from "@dossier/retrieval/machine";
import { formatErrorReason, maskValue } from "@dossier/retrieval/secrets";

/**
 * A request to a plugin: to provide context, or a notification of an event. It never contains a
 * budget.
 */
export interface PluginRequest {
  readonly call: "provide" | "session-start";
  readonly uri: string;
  readonly session: string;
  readonly prompt: string;
  readonly commits: readonly string[];
  /** Paths of open or changed files. */
  readonly files: readonly string[];
}

/** The pieces of a plugin, or the reason why it is skipped. */
export type PluginResponse =
  | { readonly kind: "answered"; readonly pieces: readonly TierPiece[] }
  | {
    readonly kind: "skipped";
    /** Half a sentence with the fix. */
    readonly reason: string;
  };

/** Options of {@link runPlugin}. */
export interface RunPluginOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  /** Time limit in milliseconds. @default 5000 */
  readonly timeLimitMs?: number | undefined;
}

/** Time for a plugin that reads a tracker over the network, with a margin. */
const TIME_LIMIT_MS = 5000;

/**
 * Sends a request to a plugin of a project. A command gets the request as one line of JSON on its
 * standard input and writes one line; a module is started as a worker, which gets and posts
 * messages. The response is `{"items": [{"id": "AB-12", "text": "…"}]}`. A plugin that does
 * anything else is skipped.
 *
 * A plugin has full access to this machine, so that the caller must make sure that the user allows
 * it.
 */
export async function runPlugin(
  { uri, command, module }: ManifestPlugin,
  request: PluginRequest,
  { root, timeLimitMs = TIME_LIMIT_MS }: RunPluginOptions,
): Promise<PluginResponse> {
  const line = JSON.stringify(request);
  let answer: unknown;
  try {
    if (command !== undefined) answer = await runCommand(command, line, { root, timeLimitMs });
    else if (module !== undefined) answer = await runModule(module, line, { root, timeLimitMs });
    else return skip('it has neither a "command" nor a "module"');
  } catch (error) {
    return skip(await formatErrorReason(error, uri));
  }
  const items = readItems(answer);
  if (items === undefined) return skip('its answer is not {"items": [{"id": …, "text": …}]}');
  const base = uri.replace(/\/+$/, "");
  return {
    kind: "answered",
    pieces: await maskValue(items.map(({ id, text }) => ({ path: `${base}/${id}`, text })), uri),
  };
}

function skip(reason: string): PluginResponse {
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
  { root, timeLimitMs }: RunModuleOptions,
): Promise<unknown> {
  const [program = "", ...args] = command;
  const path = program.startsWith("./") ? `${root}/${program.slice(2)}` : program;
  const { code, stdout, stderr, isTimedOut, isTruncated } = await runProcess(path, args, {
    folder: root,
    input: `${line}\n`,
    timeLimitMs,
    maxBytes: MAX_PLUGIN_BYTES,
    isKilledWhenFull: true,
    endsDescendants: true,
  });
  if (isTruncated) throw new Error(`it wrote more than ${MAX_PLUGIN_BYTES} bytes`);
  if (isTimedOut) throw new Error(`it took longer than ${timeLimitMs} ms`);
  const why = stderr.trim() === "" ? "" : `, and reported: ${stderr}`;
  if (code !== 0) throw new Error(`it exited with code ${code}${why}`);
  if (stdout.trim() === "") throw new Error(`it wrote nothing to standard output${why}`);
  return parseResponse(stdout);
}

function parseResponse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    throw new Error("its answer is not valid JSON");
  }
}

/**
 * Maximum number of bytes that a plugin may write: four times the default size of the reference
 * tier, at four bytes a character.
 */
export const MAX_PLUGIN_BYTES = 64 * 1024;

/** Options of {@link runModule}. */
export interface RunModuleOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  readonly timeLimitMs: number;
}

/** Message of a worker when its module is loaded: messages that it gets before are lost. */
const READY = "dossier: ready";

/**
 * The program of a worker: it imports the module, and posts its errors, which the runtime would
 * print with the stack.
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
 * Returns the response of a module that is started as a worker. A module in an endless loop is
 * skipped after the time limit, and keeps a processor busy until this process exits, as the runtime
 * cannot end it (denoland/deno#35657).
 *
 * @param module Path relative to the root.
 * @param line The request as JSON.
 * @throws {Error} Half a sentence with the reason, also when this process may run no programs but
 * git: a module can do what a program can.
 */
export async function runModule(
  module: string,
  line: string,
  { root, timeLimitMs }: RunModuleOptions,
): Promise<unknown> {
  checkRunPermission(module);
  const real = Deno.realPathSync(`${root}/${module}`);
  if (!real.startsWith(`${root}/`)) throw new Error("its module is outside the root");
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
