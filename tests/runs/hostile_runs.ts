import { TempWorkspace } from "../temp_workspace.ts";
import { type HostileCase, type HostileRequest, HostileTree } from "./hostile_tree.ts";
import { openListening, type ServedProcess, serverArguments } from "./served_process.ts";

/** Limits of a server for one request, and of the delay of another tree. */
export interface HostileLimits {
  /** Maximum growth of its memory, in megabytes. */
  readonly growth: number;
  /** Maximum time of an answer, in milliseconds. */
  readonly answer: number;
  /** Maximum time of a search in another tree meanwhile, in milliseconds. */
  readonly other: number;
}

/** Limits of the campaign. */
export const HOSTILE_LIMITS: HostileLimits = { growth: 300, answer: 5000, other: 1500 };

/** Result of one request. */
export interface HostileAnswer {
  readonly request: string;
  /** Status; 0 for none. */
  readonly status: number;
  readonly milliseconds: number;
  /** Size of the answer in bytes. */
  readonly bytes: number;
  /** Text of a refusal. */
  readonly detail: string;
  /** Longest delay of another tree meanwhile, in milliseconds. */
  readonly other: number;
  /** Maximum memory of the server meanwhile, above that at rest, in megabytes. */
  readonly growth: number;
}

/** Timeout of an answer, in milliseconds. */
const MAX_ANSWER_MS = 60_000;

/** Maximum time to index all trees before requests are sent anyway, in milliseconds. */
const MAX_INDEX_MS = 60_000;

/** Interval of searches in another tree, in milliseconds. */
const OTHER_EVERY_MS = 200;

/**
 * Serves a hostile tree and an honest one, and sends each request of the case.
 *
 * @param options.heap Megabytes of JavaScript objects that each thread may have.
 */
export async function runHostile(
  { plant, requests }: HostileCase,
  { heap = 512, onAnswer }: {
    readonly heap?: number;
    readonly onAnswer?: (answer: HostileAnswer) => void;
  } = {},
): Promise<readonly HostileAnswer[]> {
  using honest = new TempWorkspace({
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
  });
  using hostile = new TempWorkspace();
  plant(new HostileTree(hostile.root));
  const [run = "", ...args] = serverArguments([`honest=${honest.root}`, `tree=${hostile.root}`]);
  const command = [run, `--v8-flags=--max-old-space-size=${heap}`, ...args];
  const answers: HostileAnswer[] = [];
  while (answers.length < requests.length) {
    // A new server after one has ended.
    await using server = await openListening(command);
    await awaitReadiness(server);
    await askOther(server);
    for (const request of requests.slice(answers.length)) {
      const answer = await send(server, request);
      answers.push(answer);
      onAnswer?.(answer);
      if (answer.status === 0) break;
    }
  }
  return answers;
}

/**
 * Waits until all trees are indexed, which takes time in proportion to their size, or until the
 * maximum time.
 */
async function awaitReadiness({ url }: ServedProcess): Promise<void> {
  for (const end = performance.now() + MAX_INDEX_MS; performance.now() < end;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response === undefined || response.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, OTHER_EVERY_MS));
  }
}

/** Returns the faults of an answer, in words; empty without any. */
export function checkHostileAnswer(
  { status, milliseconds, other, growth }: HostileAnswer,
  limits: HostileLimits = HOSTILE_LIMITS,
): readonly string[] {
  return [
    ...(status === 0 ? ["no answer"] : status === 500 ? ["an internal error"] : []),
    ...(milliseconds > limits.answer ? [`${(milliseconds / 1000).toFixed(1)} s`] : []),
    ...(other > limits.other ? [`another tree waited ${(other / 1000).toFixed(1)} s`] : []),
    ...(growth > limits.growth ? [`${growth.toFixed(0)} MB`] : []),
  ];
}

async function send(
  server: ServedProcess,
  request: HostileRequest,
): Promise<HostileAnswer> {
  const { method, path, body } = request;
  const rest = readMemory(server.pid, "VmRSS");
  resetPeak(server.pid);
  const start = performance.now();
  let isDone = false;
  let other = 0;
  const watch = (async () => {
    while (!isDone) {
      other = Math.max(other, await askOther(server));
      await new Promise((resolve) => setTimeout(resolve, OTHER_EVERY_MS));
    }
  })();
  let status = 0;
  let bytes = 0;
  let detail = "";
  try {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${server.url}${path}`, {
      method,
      ...(body === undefined ? {} : { body: text }),
      headers: {
        "Content-Type": "application/json",
        Accept: path === "/mcp" ? "application/json, text/event-stream" : "application/json",
      },
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    });
    const answered = await response.text();
    status = response.status;
    bytes = answered.length;
    if (status >= 400) detail = answered.slice(0, 400);
  } catch (error) {
    detail = String(error);
  }
  const milliseconds = performance.now() - start;
  isDone = true;
  await watch;
  const growth = readMemory(server.pid, "VmHWM") - rest;
  return { request: `${method} ${path}`, status, milliseconds, bytes, detail, other, growth };
}

/**
 * Returns the time of a search in the honest tree, in milliseconds; the timeout without an answer.
 */
async function askOther({ url }: ServedProcess): Promise<number> {
  const start = performance.now();
  try {
    const response = await fetch(`${url}/v1/search`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"root":"honest","query":"retry uploads"}',
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    });
    await response.body?.cancel();
    if (response.status === 200) return performance.now() - start;
  } catch {
    // The server has ended, or is stuck.
  }
  return MAX_ANSWER_MS;
}

/** Returns the memory of a process in Linux, in megabytes; 0 after its end. */
function readMemory(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = runShell(`cat /proc/${pid}/status`);
  const [, kilobytes = "0"] = new RegExp(`^${field}:\\s*(\\d+)`, "m").exec(status) ?? [];
  return Number(kilobytes) / 1024;
}

/**
 * Resets the peak of a process in Linux (proc(5), clear_refs); without permission, the peak of the
 * whole run counts.
 */
function resetPeak(pid: number): void {
  runShell(`echo 5 > /proc/${pid}/clear_refs`);
}

/** Runs a line of bash, as the runtime needs all permissions to read files below /proc. */
function runShell(line: string): string {
  const { stdout } = new Deno.Command("bash", { args: ["-c", line], stderr: "null" }).outputSync();
  return new TextDecoder().decode(stdout);
}
