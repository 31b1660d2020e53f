import { type Bench, type BenchRow, report } from "./bench.ts";
import { cliArguments } from "./cli_arguments.ts";
import { startEmpty } from "./measure_cold.ts";
import { percentile } from "./percentile.ts";
import { runProgram } from "./run_program.ts";

const ROUNDS = 20;

/** Number of terms of a question. */
const TERMS = 20;

/** Measures the main command in a separate process, on a git repository without changes. */
export async function measureContext(bench: Bench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const corpus of bench.corpora) {
    const index = await bench.index("dossier", corpus);
    if (typeof index === "string") continue;
    report(`context ${corpus.label}`);
    const location = ["--root", corpus.root, "--state", index.folder];
    const times: number[] = [];
    const empty: number[] = [];
    for (const { text } of (corpus.queries[TERMS] ?? []).slice(0, ROUNDS)) {
      empty.push(await startEmpty());
      const args = cliArguments("context", ...location, "--", text);
      times.push((await runProgram(Deno.execPath(), args)).milliseconds);
    }
    const [median, base] = [percentile(times, 50), percentile(empty, 50)];
    rows.push({
      what:
        `\`context\` on an unchanged repository of ${corpus.files} files, whole process, p50, ms` +
        ` (× \`deno eval 0\` at ${base.toFixed(1)} ms)`,
      size: corpus.label,
      cells: { dossier: `${median.toFixed(1)} (${(median / base).toFixed(1)})` },
      target: "≤ (8.0) at 20k",
    });
  }
  return rows;
}
