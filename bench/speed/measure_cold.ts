import {
  type Bench,
  type BenchCorpus,
  type BenchRow,
  type BuiltIndex,
  engineArguments,
  report,
} from "./bench.ts";
import { COLD_QUERY_FILE, type EngineName } from "./engine.ts";
import { percentile } from "./percentile.ts";
import { runProgram } from "./run_program.ts";
import { QUERY_SIZES } from "./sample_queries.ts";

/** Maximum number of processes of each engine; slow engines stop earlier. */
const MAX_ROUNDS = 20;

/** Time after which an engine is known to be slow, in milliseconds. */
const MAX_TOTAL_MS = 12_000;

/** Median milliseconds of an engine's processes, and of the empty ones between them. */
interface ColdTimes {
  readonly name: EngineName;
  readonly median: number;
  readonly base: number;
}

/**
 * Measures whole processes that answer one query from an index on disk and in the page cache, in
 * turns with the empty program `deno eval 0`, so that both run under the same conditions.
 */
export async function measureCold(bench: Bench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const corpus of bench.corpora) {
    for (const terms of QUERY_SIZES) rows.push(await measureSize(bench, { corpus, terms }));
  }
  return rows;
}

async function measureSize(
  bench: Bench,
  { corpus, terms }: { readonly corpus: BenchCorpus; readonly terms: number },
): Promise<BenchRow> {
  report(`cold ${terms} terms ${corpus.label}`);
  const measured: ColdTimes[] = [];
  for (const name of bench.engines) {
    const index = await bench.index(name, corpus);
    if (typeof index === "string") continue;
    measured.push({ name, ...await measureEngine(index, { name, corpus, terms }) });
  }
  const base = percentile(measured.map((times) => times.base), 50);
  return {
    what: `query of ${terms} terms, whole process, p50, ms` +
      ` (× \`deno eval 0\` at ${base.toFixed(1)} ms)`,
    size: corpus.label,
    cells: Object.fromEntries(
      measured.map(({ name, median, base }) => [
        name,
        `${median.toFixed(1)} (${(median / base).toFixed(1)})`,
      ]),
    ),
    target: terms === Math.max(...QUERY_SIZES) ? "≤ (3.0), the fastest" : "the fastest",
  };
}

async function measureEngine(
  { engine, folder }: BuiltIndex,
  { name, corpus, terms }: {
    readonly name: EngineName;
    readonly corpus: BenchCorpus;
    readonly terms: number;
  },
): Promise<Omit<ColdTimes, "name">> {
  const times: number[] = [];
  const empty: number[] = [];
  for (const query of (corpus.queries[terms] ?? []).slice(0, MAX_ROUNDS)) {
    if (sum(times) > MAX_TOTAL_MS) break;
    Deno.writeTextFileSync(`${corpus.folder}/${COLD_QUERY_FILE}`, JSON.stringify(query));
    const args = engine.coldArguments?.(corpus, folder, query) ??
      engineArguments("cold", { name, corpus });
    empty.push(await startEmpty());
    times.push((await runProgram(Deno.execPath(), args)).milliseconds);
  }
  return { median: percentile(times, 50), base: percentile(empty, 50) };
}

/** Runs the empty program and returns its milliseconds. */
export async function startEmpty(): Promise<number> {
  return (await runProgram(Deno.execPath(), ["eval", "0"])).milliseconds;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
