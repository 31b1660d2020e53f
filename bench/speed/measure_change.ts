import { join } from "node:path";
import { openEngine } from "../../mod.ts";
import { type Bench, type BenchCorpus, type BenchRow, report } from "./bench.ts";
import { percentile } from "./percentile.ts";
import { runProgram } from "./run_program.ts";

/** Number of files that are changed, one at a time. */
const ROUNDS = 20;

/** Time between the change and the query, in milliseconds, which is not measured. */
const PAUSE_MS = 20;

/**
 * Measures the time from a query after a change of one file to an answer that includes the change,
 * in an open engine.
 */
export async function measureChange(bench: Bench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const corpus of bench.corpora) {
    const index = await bench.index("dossier", corpus);
    if (typeof index === "string") continue;
    report(`changed file ${corpus.label}`);
    const times = await changeFiles(corpus, index.folder);
    rows.push({
      what:
        `one changed file of ${corpus.files} to the next answer, engine that watches, p50 / p95, ms`,
      size: corpus.label,
      cells: {
        dossier: `${percentile(times, 50).toFixed(1)} / ${percentile(times, 95).toFixed(1)}`,
      },
      target: "≤ 40 at 100k",
    });
  }
  return rows;
}

async function changeFiles({ root }: BenchCorpus, state: string): Promise<number[]> {
  const { stdout } = await runProgram("git", ["ls-files", "-z"], { folder: root });
  const paths = stdout.split("\0").filter((path) => path !== "");
  using engine = await openEngine({ root, state, watch: true });
  await engine.index();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const path = paths[Math.floor(((round + 0.5) / ROUNDS) * paths.length)] ?? "";
    const file = join(root, path);
    const text = Deno.readTextFileSync(file);
    const marker = `zyqmarker${String.fromCharCode(97 + round)}`;
    Deno.writeTextFileSync(file, `${text}\n// ${marker}\n`);
    try {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      const start = performance.now();
      const { results } = await engine.search(marker, { limit: 1, by: "file" });
      times.push(performance.now() - start);
      if (results[0]?.path !== path) throw new Error(`The change of "${path}" was not seen`);
    } finally {
      Deno.writeTextFileSync(file, text);
    }
  }
  await engine.index();
  return times;
}
