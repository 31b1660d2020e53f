import { checkMayRun, startWorker, waitWithin } from "../machine/mod.ts";

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
