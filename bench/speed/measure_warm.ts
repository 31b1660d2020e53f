import type { Bench, BenchRow } from "./bench.ts";
import { messageOf, report } from "./bench.ts";
import type { EngineName } from "./engine.ts";
import type { WarmOutput } from "./engine_process.ts";
import { QUERY_SIZES } from "./sample_queries.ts";

const MEBIBYTE = 1024 * 1024;

/** Measures queries to an open index, one after another, and the memory that this takes. */
export async function measureWarm(bench: Bench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const corpus of bench.corpora) {
    const outputs: [EngineName, WarmOutput | undefined][] = [];
    for (const name of bench.engines) {
      if (typeof await bench.index(name, corpus) === "string") continue;
      const output = await bench.step<WarmOutput>("warm", { name, corpus }).catch((error) => {
        report(`${name} could not be asked: ${messageOf(error)}`);
        return undefined;
      });
      outputs.push([name, output]);
    }
    const row = (what: string, target: string, cell: (output: WarmOutput) => string): BenchRow => ({
      what,
      size: corpus.label,
      cells: Object.fromEntries(
        outputs.map(([name, output]) => [name, output === undefined ? "failed" : cell(output)]),
      ),
      target,
    });
    for (const terms of QUERY_SIZES) {
      rows.push(
        row(`query of ${terms} terms, warm, p50 / p95, ms`, "the fastest", ({ latency }) => {
          const { p50, p95 } = latency[terms] ?? { p50: NaN, p95: NaN };
          return `${p50.toFixed(2)} / ${p95.toFixed(2)}`;
        }),
      );
    }
    rows.push(
      row(
        "resident memory after queries, MB",
        "≤ 150 at 100k",
        ({ residentBytes }) => (residentBytes / MEBIBYTE).toFixed(0),
      ),
    );
  }
  return rows;
}
