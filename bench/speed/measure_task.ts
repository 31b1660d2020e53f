import { type Issue, openEngine } from "../../mod.ts";
import { type Bench, type BenchCorpus, type BenchRow, report } from "./bench.ts";
import { cliArguments } from "./cli_arguments.ts";
import { startEmpty } from "./measure_cold.ts";
import { percentile } from "./percentile.ts";
import { runProgram } from "./run_program.ts";

const ROUNDS = 20;

/** Numbers of terms of a title and of a description. */
const TITLE_TERMS = 5;
const DESCRIPTION_TERMS = 60;

/** Words that make an issue complex enough for several documents. */
const COMPLEX_WORDS =
  "Refactor the protocol across everywhere it is named, see `index` and `parse`.";

/**
 * Measures the bundle of an issue: in a separate process with the check of the whole tree, and in
 * an open engine.
 */
export async function measureTask(bench: Bench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const corpus of bench.corpora) {
    const index = await bench.index("dossier", corpus);
    if (typeof index === "string") continue;
    report(`issue ${corpus.label}`);
    const issues = listIssues(corpus);
    const { times, base } = await measureProcesses(issues, corpus, index.folder);
    rows.push({
      what:
        `\`context --issue\` on an unchanged repository of ${corpus.files} files, whole process, p50, ms` +
        ` (× \`deno eval 0\` at ${base.toFixed(1)} ms)`,
      size: corpus.label,
      cells: { dossier: `${times.toFixed(1)} (${(times / base).toFixed(1)})` },
      target: "≤ (12.0) at 20k",
    }, {
      what: "the bundle of an issue, warm, p50, ms",
      size: corpus.label,
      cells: { dossier: (await measureWarmly(issues, corpus, index.folder)).toFixed(1) },
      target: "≤ 30 at 20k",
    });
  }
  return rows;
}

/** Returns issues that are complex enough for several documents. */
export function listIssues({ queries }: BenchCorpus): readonly Issue[] {
  const titles = queries[TITLE_TERMS] ?? [];
  return (queries[DESCRIPTION_TERMS] ?? []).slice(0, ROUNDS).map(({ text }, at) => ({
    id: `bench-${at}`,
    title: titles[at % titles.length]?.text ?? "",
    description: `${text}\n\n${COMPLEX_WORDS}`,
    labels: [],
  }));
}

async function measureProcesses(
  issues: readonly Issue[],
  { root }: BenchCorpus,
  state: string,
): Promise<{ readonly times: number; readonly base: number }> {
  const times: number[] = [];
  const empty: number[] = [];
  const file = await Deno.makeTempFile({ suffix: ".json" });
  try {
    for (const issue of issues) {
      empty.push(await startEmpty());
      Deno.writeTextFileSync(file, JSON.stringify(issue));
      const args = cliArguments("context", "--root", root, "--state", state, "--issue", file);
      times.push((await runProgram(Deno.execPath(), args)).milliseconds);
    }
  } finally {
    Deno.removeSync(file);
  }
  return { times: percentile(times, 50), base: percentile(empty, 50) };
}

async function measureWarmly(
  issues: readonly Issue[],
  { root }: BenchCorpus,
  state: string,
): Promise<number> {
  using engine = await openEngine({ root, state });
  const times: number[] = [];
  for (const [at, issue] of [...issues.slice(0, 3), ...issues].entries()) {
    const start = performance.now();
    // As in the table of warm queries, the check of the tree is not measured.
    await engine.contextForIssue(issue, { refresh: false });
    if (at >= 3) times.push(performance.now() - start);
  }
  return percentile(times, 50);
}
