import { type Bench, type BenchCorpus, type BenchRow, engineArguments } from "./bench.ts";
import { COLD_QUERY_FILE, type EngineName } from "./engine.ts";
import { percentile } from "./percentile.ts";
import { runProgram } from "./run_program.ts";
import { QUERY_SIZES } from "./sample_queries.ts";

/** Processes of each engine at most; slow engines stop earlier. */
const MAX_ROUNDS = 20;

/** After this long an engine has shown how slow it is, in milliseconds. */
const MAX_TOTAL_MS = 12_000;

/** An engine's times so far, in milliseconds. */
interface Runner {
  readonly name: EngineName;
  readonly times: number[];
  readonly start: (round: number) => Promise<number>;
}

/**
 * Whole processes that answer one query from an index that is on disk and in the page cache, among
 * runs of the empty program `deno eval 0`, so that both have the same weather.
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
  const runners: Runner[] = [];
  for (const name of bench.engines) {
    if (typeof await bench.index(name, corpus) === "string") continue;
    runners.push({ name, times: [], start: await coldStart(bench, { name, corpus, terms }) });
  }
  const empty: number[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    empty.push(await startEmpty());
    for (const { times, start } of runners) {
      if (sum(times) < MAX_TOTAL_MS) times.push(await start(round));
    }
  }
  const base = percentile(empty, 50);
  return {
    what: `query of ${terms} terms, whole process, p50, ms (× \`deno eval 0\` at ${
      base.toFixed(1)
    } ms)`,
    size: corpus.label,
    cells: Object.fromEntries(runners.map(({ name, times }) => {
      const median = percentile(times, 50);
      return [name, `${median.toFixed(1)} (${(median / base).toFixed(1)})`];
    })),
    target: terms === 60 ? "≤ (3.0), the fastest" : "the fastest",
  };
}

/** Returns a function that runs one process to its end and returns its milliseconds. */
async function coldStart(
  bench: Bench,
  { name, corpus, terms }: {
    readonly name: EngineName;
    readonly corpus: BenchCorpus;
    readonly terms: number;
  },
): Promise<Runner["start"]> {
  const index = await bench.index(name, corpus);
  const queries = corpus.queries[terms] ?? [];
  return async (round) => {
    const query = queries[round % queries.length];
    if (query === undefined || typeof index === "string") return NaN;
    const { engine, folder } = index;
    Deno.writeTextFileSync(`${corpus.folder}/${COLD_QUERY_FILE}`, JSON.stringify(query));
    const args = engine.coldArguments?.(corpus, folder, query) ??
      engineArguments("cold", { name, corpus });
    return (await runProgram(Deno.execPath(), args)).milliseconds;
  };
}

/** Runs the empty program and returns its milliseconds. */
export async function startEmpty(): Promise<number> {
  return (await runProgram(Deno.execPath(), ["eval", "0"])).milliseconds;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
