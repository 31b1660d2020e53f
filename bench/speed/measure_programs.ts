import { join } from "node:path";
import { makePackage } from "../../build/make_package.ts";
import { compileWithBun } from "../../cli/package/compile_with_bun.ts";
import { makeBundle } from "../../cli/package/make_bundle.ts";
import { timeProcess } from "../time_process.ts";
import { type Bench, type BenchCorpus, type BenchRow, report } from "./bench.ts";
import { listIssues } from "./measure_task.ts";
import { percentile } from "./percentile.ts";
import { runProgram } from "./run_program.ts";

const ROUNDS = 11;

/** Number of terms of a question. */
const TERMS = 20;

/** Prompt that needs no context. */
const SMALL_TALK = "thank you, that looks good";

/**
 * Maximum times of commands as multiples of `deno eval 0`: alone at 20k and 100k, and with a warm
 * engine.
 */
const TARGETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "the package": { context: "6, 8; 2.5", search: "5; 2.5", "context --issue": "8; 2.5" },
  "the executable": { context: "4.5, 6.5; 1.5", search: "3.5; 1.5", hook: "1.3; 1.5" },
};

/** Way to run a program. */
interface ProgramRun {
  readonly name: string;
  readonly words: (round: number) => readonly string[];
  /** Path of its input file. */
  readonly input?: string;
}

/**
 * Measures the package and the executable in the form of their users, alone and with a warm engine,
 * in a git repository without changes: processor time, in turns with the empty program.
 *
 * @param folder Absolute path of the folder in which they are built and installed.
 */
export async function measurePrograms(bench: Bench, folder: string): Promise<BenchRow[]> {
  report("make the package and the executable");
  const programs = await installPrograms(folder);
  const rows: BenchRow[] = [];
  for (const corpus of bench.corpora) {
    const askings = listProgramRuns(corpus, folder);
    for (const [name, program] of programs) {
      report(`${name} ${corpus.label}`);
      await prepare(program, corpus, folder);
      const alone = await measureTurns(program, askings);
      const engine = new Deno.Command(program, {
        args: ["warm", "--root", corpus.root],
        stdout: "null",
        stderr: "piped",
      }).spawn();
      try {
        // It prints a line when it has opened the index.
        const reader = engine.stderr.getReader();
        await reader.read();
        const warm = await measureTurns(program, askings);
        rows.push(...askings.map(({ name: what }, at): BenchRow => ({
          what:
            `\`${what}\`, ${name}, processor time alone; with a warm engine, ms (× \`deno eval 0\`)`,
          size: corpus.label,
          cells: { dossier: `${alone[at]}; ${warm[at]}` },
          target: `≤ (${TARGETS[name]?.[what] ?? ""})`.replace("≤ ()", ""),
        })));
        await reader.cancel();
      } finally {
        engine.kill("SIGINT");
        await engine.status;
      }
    }
    // Other measurements must find no index in the tree.
    await Deno.remove(join(corpus.root, ".dossier"), { recursive: true });
  }
  return rows;
}

/** Builds both programs, and returns their paths by their names. */
async function installPrograms(folder: string): Promise<ReadonlyMap<string, string>> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  await Deno.mkdir(folder, { recursive: true });
  const file = await makePackage(folder);
  const quiet = ["--silent", "--no-audit", "--no-fund"];
  await runProgram("npm", ["install", ...quiet, "--prefix", folder, file]);
  await makeBundle(join(folder, "bundle"), { isMinified: false });
  await compileWithBun(join(folder, "bundle"), { file: join(folder, "dossier") });
  return new Map([
    ["the package", join(folder, "node_modules/.bin/dossier")],
    ["the executable", join(folder, "dossier")],
  ]);
}

function listProgramRuns(corpus: BenchCorpus, folder: string): readonly ProgramRun[] {
  const { root, queries } = corpus;
  const question = (round: number) => queries[TERMS]?.[round]?.text ?? "";
  const issues = listIssues(corpus).map((issue, at) => {
    const path = join(folder, `issue-${at}.json`);
    Deno.writeTextFileSync(path, JSON.stringify(issue));
    return path;
  });
  const toRun = (name: string) => ({
    name,
    words: (round: number) => [name, "--root", root, "--", question(round)],
  });
  return [
    toRun("context"),
    toRun("search"),
    {
      name: "context --issue",
      words: (round) => ["context", "--root", root, "--issue", issues[round] ?? ""],
    },
    { name: "hook", words: () => ["hook", "--host", "claude-code"], input: hookInput(folder) },
  ];
}

function hookInput(folder: string): string {
  return join(folder, "event.json");
}

/**
 * Indexes a tree, and begins a session of a host in it, which then has no more context to deliver.
 */
async function prepare(program: string, { root }: BenchCorpus, folder: string): Promise<void> {
  await runProgram(program, ["index", "--root", root]);
  const input = hookInput(folder);
  const session = { "session_id": crypto.randomUUID(), cwd: root };
  for (
    const event of [
      { "hook_event_name": "SessionStart", source: "startup" },
      { "hook_event_name": "UserPromptSubmit", prompt: SMALL_TALK },
    ]
  ) {
    Deno.writeTextFileSync(input, JSON.stringify({ ...session, ...event }));
    await timeProcess(program, ["hook", "--host", "claude-code"], { input });
  }
}

/**
 * Returns the medians of each way, with the factor of the empty program's. The first round is not
 * counted.
 */
async function measureTurns(
  program: string,
  askings: readonly ProgramRun[],
): Promise<readonly string[]> {
  const times = askings.map((): number[] => []);
  const empty: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { processorMs } = await timeProcess(Deno.execPath(), ["eval", "0"]);
    if (round > 0) empty.push(processorMs);
    for (const [at, { words, input }] of askings.entries()) {
      const { processorMs } = await timeProcess(program, words(round), { ...input && { input } });
      if (round > 0) times[at]?.push(processorMs);
    }
  }
  const base = percentile(empty, 50);
  return times.map((all) => {
    const median = percentile(all, 50);
    return `${median.toFixed(0)} (${(median / base).toFixed(1)})`;
  });
}
