/**
 * `deno task bench:server`: starts the real server on a tree of 20,000 chunks, sends requests from
 * another process on the same machine, and prints one table.
 *
 * Options: `--chunks N` (20000), `--seconds N` (30, for each load), `--only NAME[,NAME…]` (some rows),
 * `--soak N` (0; number of mixed requests at the end), `--cache DIR` (folder of packages).
 *
 * Requests are sent at a fixed rate over open connections, and each is timed from when it was due; see
 * `open_loop.ts`.
 *
 * @module
 */

import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { omitUndefined } from "@dossier/core/text";
import { report } from "../speed/bench.ts";
import { openServer } from "../../tests/runs/served_process.ts";
import { markdownTable } from "../markdown_table.ts";
import { makeBenchTree, varyQuestions } from "./bench_tree.ts";
import { HttpConnection } from "./http_connection.ts";
import { keepChanging } from "./keep_changing.ts";
import { measureFloor, measurePace } from "./measure_floor.ts";
import {
  type LoadOptions,
  measureCapacity,
  measureLoad,
  timeCells,
  WARM_SECONDS,
} from "./measure_load.ts";
import { measureMcp } from "./measure_mcp.ts";
import { get, postJson } from "./requests.ts";
import { soak } from "./soak.ts";

/** Requests per second. */
const SEARCH_RATE = 200;
const CONTEXT_RATE = 50;

/** Number of calls of the MCP tool. */
const MCP_CALLS = 500;

/** Interval between requests for the readiness of the server, in milliseconds. */
const READY_POLL_MS = 100;

const { values } = parseArgs({
  options: {
    chunks: { type: "string", default: "20000" },
    seconds: { type: "string", default: "30" },
    only: { type: "string" },
    soak: { type: "string", default: "0" },
    cache: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const requests = Number(values.soak);

report("making the tree");
const tree = await makeBenchTree(resolve(values.cache ?? defaultCache()), {
  chunks: Number(values.chunks),
});
await using server = await openServer([tree.root], ["--watch"]);
await untilReady();
const { questions } = tree;

/** Returns a load of questions to a route: each once, or the same ones repeatedly. */
function load(
  path: string,
  { rate, areEqual = false, target }: Pick<LoadOptions, "rate" | "target"> & {
    readonly areEqual?: boolean;
  },
): LoadOptions {
  const sentQuestions = areEqual
    ? questions
    : varyQuestions(questions, rate * (seconds + WARM_SECONDS));
  const requests = sentQuestions.map((query) => postJson(path, { query }));
  return { requests, rate, seconds, ...omitUndefined({ target }) };
}
const searches = { rate: SEARCH_RATE, target: "p50 5, p99 30" };
const search = load("/v1/search", searches);
const context = load("/v1/context", { rate: CONTEXT_RATE, target: "p50 12, p99 60" });

/** Measurements in the order of the table, by the names for `--only`. */
const measurements: Record<string, readonly [what: string, () => Promise<readonly string[]>]> = {
  pace: ["generator alone, 200/s", async () => timeCells(await measurePace(SEARCH_RATE, 5))],
  floor: ["bare Hono route, 200/s", () => measureFloor(server, search)],
  search: ["/v1/search, 200/s", () => measureLoad(server, search)],
  "search-equal": [
    "/v1/search, 200/s, 320 questions again and again",
    () => measureLoad(server, load("/v1/search", { ...searches, areEqual: true })),
  ],
  context: ["/v1/context, 50/s", () => measureLoad(server, context)],
  "search-indexing": ["/v1/search, 200/s, while indexing", () => whileIndexing(search)],
  "context-indexing": ["/v1/context, 50/s, while indexing", () => whileIndexing(context)],
  mcp: ["MCP tool search, one by one", measureTool],
  overload: ["/v1/search, five times what it holds", measureOverload],
};
const only = values.only?.split(",") ?? Object.keys(measurements);
const rows: string[][] = [];
for (const name of only) {
  const [what, measure] = measurements[name] ?? [];
  if (what === undefined || measure === undefined) {
    throw new Error(
      `Cannot measure "${name}": use one of ${Object.keys(measurements).join(", ")}`,
    );
  }
  report(what);
  rows.push([what, ...await measure()]);
}

print(
  `Deno ${Deno.version.deno} on ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}; ` +
    `${tree.chunks} chunks of ${tree.files.length} files\n\n`,
);
print(markdownTable(["in ms", "p50", "p99", "slowest", "server's processor", "target"], rows));
if (requests > 0) await printSoak();

/** Measures a load far above the capacity of the server. */
async function measureOverload(): Promise<string[]> {
  const capacity = await measureCapacity(server, { requests: search.requests, seconds });
  const rate = Math.max(1, Math.round(5 * capacity));
  report(`${capacity.toFixed(0)} a second are what it holds`);
  const target = "accepted p99 1500, refused within 50";
  return await measureLoad(server, load("/v1/search", { rate, target }));
}

async function measureTool(): Promise<string[]> {
  const times = await measureMcp(server.url, { questions, calls: MCP_CALLS });
  return [...timeCells(times), "", "p50 8"];
}

/** Measures a load while files are changed and indexed all the time. */
async function whileIndexing(load: LoadOptions): Promise<string[]> {
  const measured = measureLoad(server, { ...load, target: "p99 150" });
  const { hostname, port } = server;
  const settings = { address: { hostname, port }, tree: { root: tree.root, files: tree.files } };
  // A load that fails ends the changes, too.
  const runs = await keepChanging(settings, measured.catch(() => {}));
  report(`${runs} index runs of ${tree.files.length} files`);
  return await measured;
}

async function printSoak(): Promise<void> {
  report(`${requests} mixed requests`);
  const { afterWarmUp, end, statuses } = await soak(server, {
    pid: server.pid,
    requests,
    questions,
    files: tree.files,
    onReport: (done, { residentMb, handles }) =>
      report(`${done} requests: ${residentMb.toFixed(0)} MB, ${handles} handles`),
  });
  const cells = (name: string, { residentMb, handles }: typeof end) => [
    name,
    `${residentMb.toFixed(0)} MB`,
    String(handles),
  ];
  const rows = [cells("first 20000", afterWarmUp), cells(`all ${requests}`, end)];
  print(`\n${markdownTable(["after", "resident", "handles"], rows)}`);
  const counts = [...statuses].sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status === 0 ? "left by the client" : status}`);
  print(
    `\n${(end.residentMb / afterWarmUp.residentMb).toFixed(2)} times the memory; ${
      counts.join(", ")
    }\n`,
  );
}

async function untilReady(): Promise<void> {
  using connection = await HttpConnection.open(server);
  while ((await connection.send(get("/readyz"))).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
}

function defaultCache(): string {
  const home = Deno.env.get("XDG_CACHE_HOME") ??
    join(Deno.env.get("HOME") ?? ".", ".cache");
  return join(home, "dossier-bench");
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
