/**
 * `deno task bench:quality --queries FILE --trees DIR --out RUN`: indexes `DIR/<repo>/<benchmark_root>`
 * for each repository of the queries, asks every query, and writes one JSON line for each with its
 * ranked results, for a scorer to read.
 *
 * Options: `--limit N` (results of a query, 50), `--disable STEP[,STEP…]` (leave ranking steps out),
 * `--state DIR` (keep the indexes there; otherwise they are temporary).
 */

import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Engine, openEngine } from "../../mod.ts";
import { parseQueries, type QueryGroup } from "./query_set.ts";
import { ResultCosts } from "./result_costs.ts";

const DEFAULT_LIMIT = 50;

const { values } = parseArgs({
  args: Deno.args,
  options: {
    queries: { type: "string" },
    trees: { type: "string" },
    out: { type: "string" },
    limit: { type: "string", default: `${DEFAULT_LIMIT}` },
    disable: { type: "string", default: "" },
    state: { type: "string" },
  },
});
const trees = resolve(required("trees"));
const groups = parseQueries(Deno.readTextFileSync(required("queries")));
const limit = Number(values.limit);
const disabled = values.disable.split(",").filter((step) => step !== "");

using run = Deno.openSync(required("out"), { write: true, create: true, truncate: true });
const state = values.state ?? Deno.makeTempDirSync({ prefix: "dossier-quality-" });
try {
  for (const group of groups) await answerGroup(group);
} finally {
  if (values.state === undefined) Deno.removeSync(state, { recursive: true });
}

async function answerGroup({ repo, benchmarkRoot, queries }: QueryGroup): Promise<void> {
  const root = join(trees, repo, benchmarkRoot);
  const start = performance.now();
  using engine = await openEngine({ root, state: join(resolve(state), repo) });
  const { documents, chunks } = await engine.index();
  const indexed = performance.now();
  const costs = new ResultCosts(root);
  for (const { queryId, query } of queries) {
    const results = await answer(engine, { query, costs, prefix: benchmarkRoot });
    write(run, `${JSON.stringify({ repo, query_id: queryId, results })}\n`);
  }
  const perQuery = (performance.now() - indexed) / queries.length;
  const size = `${documents} documents, ${chunks} chunks in ${seconds(indexed - start)} s`;
  write(
    Deno.stderr,
    `${repo}: ${size}; ${queries.length} queries, ${perQuery.toFixed(1)} ms each\n`,
  );
}

async function answer(
  engine: Engine,
  { query, costs, prefix }: {
    readonly query: string;
    readonly costs: ResultCosts;
    readonly prefix: string;
  },
) {
  const found = await engine.search(query, { limit, disabled, refresh: false });
  return found.results.map(({ path, startLine, endLine }) => ({
    path: prefix === "" ? path : `${prefix}/${path}`,
    start_line: startLine,
    end_line: endLine,
    tokens: costs.tokens(path, { startLine, endLine }),
  }));
}

function required(name: "queries" | "trees" | "out"): string {
  const value = values[name];
  if (value === undefined) throw new Error(`Cannot run without --${name}`);
  return value;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

function write(file: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
}
