/**
 * `deno task bench`: measures the product beside other engines, on the same chunks and in the same
 * run, and prints one table.
 *
 * Options: `--quick` (2k and 20k chunks instead of 20k and 100k), `--chunks N[,N…]` (other sizes),
 * `--only NAME[,NAME…]` (some measurements), `--engines NAME[,NAME…]` (some engines), `--cache DIR`
 * (folder of packages and corpora).
 */

import { cpus } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  Bench,
  type BenchCorpus,
  type BenchRow,
  type Measurement,
  messageOf,
  report,
} from "./bench.ts";
import { ENGINE_NAMES, loadEngine } from "./engine.ts";
import { fetchPackages } from "./fetch_packages.ts";
import { makeCorpus } from "./make_corpus.ts";
import { measureBuild } from "./measure_build.ts";
import { measureChange } from "./measure_change.ts";
import { measureCold } from "./measure_cold.ts";
import { measureContext } from "./measure_context.ts";
import { measurePrograms } from "./measure_programs.ts";
import { measureTask } from "./measure_task.ts";
import { measureWarm } from "./measure_warm.ts";
import { renderTable } from "./render_table.ts";

/** Measurements in the order of the table; the last one changes the tree. */
const MEASUREMENTS: readonly Measurement[] = [
  { name: "build", run: measureBuild },
  { name: "warm", run: measureWarm },
  { name: "cold", run: measureCold },
  { name: "context", run: measureContext },
  { name: "task", run: measureTask },
  { name: "programs", run: (bench) => measurePrograms(bench, join(cache, "programs")) },
  { name: "change", run: measureChange },
];

const FULL_SIZES = [20_000, 100_000];
const QUICK_SIZES = [2_000, 20_000];

const { values } = parseArgs({
  args: Deno.args,
  options: {
    quick: { type: "boolean", default: false },
    chunks: { type: "string" },
    only: { type: "string" },
    engines: { type: "string" },
    cache: { type: "string" },
  },
});
const measurements = choose(MEASUREMENTS, ({ name }) => name, values.only);
const engines = choose(ENGINE_NAMES, (name) => name, values.engines);
const sizes = values.chunks?.split(",").map(Number) ?? (values.quick ? QUICK_SIZES : FULL_SIZES);
const cache = resolve(values.cache ?? defaultCache());

report(`packages in ${cache}`);
const packages = await fetchPackages(cache);
const corpora: BenchCorpus[] = [];
for (const chunks of sizes.toSorted((a, b) => a - b)) {
  const label = chunks % 1000 === 0 ? `${chunks / 1000}k` : `${chunks}`;
  report(`corpus of ${label} chunks`);
  const folder = join(cache, `corpus-${label}`);
  corpora.push({ ...await makeCorpus(packages, { folder, chunks }), folder, label });
}
const bench = new Bench(corpora, engines);
const rows: BenchRow[] = [];
for (const { name, run } of measurements) {
  try {
    rows.push(...await run(bench));
  } catch (error) {
    // The other measurements took minutes and are worth printing.
    report(`Cannot measure "${name}": ${messageOf(error)}`);
    Deno.exitCode = 1;
  }
}

const titles = await Promise.all(
  engines.map(async (name) => [name, (await loadEngine(name)).title] as const),
);
print(
  `Deno ${Deno.version.deno} on ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}\n`,
);
for (const { label, chunks, files, bytes } of corpora) {
  print(`${label}: ${chunks} chunks of ${files} files, ${(bytes / 1e6).toFixed(1)} MB\n`);
}
print(`\n${renderTable(rows, titles)}`);
print(
  "\ndossier scans, reads, chunks and analyzes files and queries; the others get terms that are ready.\n",
);

function choose<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  chosenNames: string | undefined,
): readonly Item[] {
  if (chosenNames === undefined) return items;
  const names = items.map(nameOf);
  const unknown = chosenNames.split(",").find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`Cannot measure "${unknown}": use one of ${names.join(", ")}`);
  }
  return items.filter((item) => chosenNames.split(",").includes(nameOf(item)));
}

function defaultCache(): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") ??
    join(Deno.env.get("HOME") ?? ".", ".cache");
  return join(cache, "dossier-bench");
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
