/**
 * `deno task bench:watch`: measures the time until answers of `serve --watch` are right after
 * changes of files, the processor time that this costs, and whether the server reports meanwhile
 * that its index is outdated.
 *
 * Options: `--rounds N` (3, of which the best counts), `--only NAME[,NAME…]` (some rows).
 *
 * @module
 */

import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { report } from "../speed/bench.ts";
import { runProgram } from "../speed/run_program.ts";
import { openServer, type ServedProcess } from "../../tests/runs/served_process.ts";
import { markdownTable } from "../markdown_table.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { readProcess } from "./process_figures.ts";

/** Number of files of the other branch, and of a burst. */
const CHECKOUT_FILES = 81;
const BURST_FILES = 300;

/**
 * Number of folders of the large tree, in 8 folders of 13 folders each: with the root there are
 * 3,017.
 */
const INNER_FOLDERS = 2904;
const OUTER_FOLDERS = 8;
const MIDDLE_FOLDERS = 13;

/** Number of files that share a word. */
const FILES_A_WORD = 75;

/** Maximum number of results of a search. */
const MAX_RESULTS = 100;

/**
 * Time for which the server is watched after its answers are right, for late work, in milliseconds.
 */
const REST_MS = 2000;

/** Interval between requests, in milliseconds. */
const POLL_MS = 20;

/** Time after which a measurement gives up, in milliseconds. */
const LIMIT_MS = 120_000;

/** Result of one change. */
interface Outcome {
  /** From the end of the change until all answers were right, in milliseconds. */
  readonly freshMs: number;
  /** Processor time of the server from before the change until it was idle, in milliseconds. */
  readonly cpuMs: number;
  /** From the end of the change until the last wrong report of a fresh index, in milliseconds. */
  readonly untrueMs: number;
}

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "3" }, only: { type: "string" } },
});
const rounds = Number(values.rounds);
/** Words of the files of each branch. */
const branches = new Map<string, readonly ChangedWord[]>();
const only = values.only?.split(",");

using small = new TempWorkspace();
using large = new TempWorkspace();
report("making the trees");
await makeSmallTree(small);
await makeLargeTree(large);

/** Measurements in the order of the table, by the names for `--only`. */
const measurements: Record<string, readonly [what: string, () => Promise<readonly Outcome[]>]> = {
  alone: [
    `${CHECKOUT_FILES}-file checkout, one root`,
    () => measure([small], (at) => switchBranch(small, at)),
  ],
  beside: [
    `${CHECKOUT_FILES}-file checkout, beside 3,017 folders`,
    () => measure([small, large], (at) => switchBranch(small, at)),
  ],
  within: [
    `${CHECKOUT_FILES}-file checkout, in the 3,017 folders`,
    () => measure([large, small], (at) => switchBranch(large, at)),
  ],
  burst: [
    `burst of ${BURST_FILES} files, beside 3,017 folders`,
    () => measure([small, large], (at) => Promise.resolve(writeBurst(small, at))),
  ],
};

const rows: string[][] = [];
for (const [name, [what, run]] of Object.entries(measurements)) {
  if (only?.includes(name) === false) continue;
  report(what);
  const outcomes = await run();
  const best = (of: (outcome: Outcome) => number) => Math.round(Math.min(...outcomes.map(of)));
  rows.push([
    what,
    String(best(({ freshMs }) => freshMs)),
    String(best(({ cpuMs }) => cpuMs)),
    String(best(({ untrueMs }) => untrueMs)),
  ]);
}
const processor = `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`;
const head = ["in ms, best of rounds", "until fresh", "server's processor", "untrue until"];
Deno.stdout.writeSync(new TextEncoder().encode(
  `Deno ${Deno.version.deno} on ${processor}; ${rounds} rounds\n\n${markdownTable(head, rows)}`,
));

/** Word that some files contain after a change. */
interface ChangedWord {
  readonly word: string;
  readonly files: number;
}

/** Changes the first of the served trees repeatedly, and checks the answers. */
async function measure(
  trees: readonly TempWorkspace[],
  change: (round: number) => Promise<readonly ChangedWord[]>,
): Promise<readonly Outcome[]> {
  for (const { root } of trees) await git(root, "checkout", "-q", "main");
  const names = ["changed", "other"];
  await using server = await openServer([], [
    "--watch",
    ...trees.flatMap(({ root }, at) => ["--root", `${names[at]}=${root}`]),
  ]);
  while (!await isReady(server)) await sleep(POLL_MS);
  await sleep(REST_MS);
  const outcomes: Outcome[] = [];
  for (let round = 0; round < rounds; round++) {
    const outcome = await follow(server, () => change(round));
    const { freshMs, cpuMs, untrueMs } = outcome;
    report(`  fresh after ${freshMs.toFixed()}, cpu ${cpuMs}, untrue until ${untrueMs.toFixed()}`);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Makes a change and searches for its words until all of their files are found. */
async function follow(
  server: ServedProcess,
  change: () => Promise<readonly ChangedWord[]>,
): Promise<Outcome> {
  const { cpuMs: before } = await readProcess(server.pid);
  let waiting = await change();
  const changedAt = performance.now();
  let untrueAt = changedAt;
  for (let [next] = waiting; next !== undefined; [next] = waiting) {
    const ready = await isReady(server);
    const { index, files } = await search(server, next.word);
    if (files === next.files) waiting = waiting.slice(1);
    else {
      const now = performance.now();
      if (!index.stale || index.pending === 0 || ready) untrueAt = now;
      if (now - changedAt > LIMIT_MS) throw new Error(`Not fresh after ${LIMIT_MS / 1000} s`);
      await sleep(POLL_MS);
    }
  }
  const freshMs = performance.now() - changedAt;
  await sleep(REST_MS);
  const { cpuMs: after } = await readProcess(server.pid);
  return { freshMs, cpuMs: after - before, untrueMs: untrueAt - changedAt };
}

async function isReady({ url }: ServedProcess): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`);
  await answer.body?.cancel();
  return answer.status === 200;
}

/**
 * Searches for a function of this name; returns the number of files with it, and the reported state
 * of the index.
 */
async function search({ url }: ServedProcess, word: string) {
  const answer = await fetch(`${url}/v1/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ root: "changed", query: word, limit: MAX_RESULTS }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { index, results } = await answer.json() as {
    readonly index: { readonly stale: boolean; readonly pending: number };
    readonly results: readonly { readonly path: string; readonly symbol?: string }[];
  };
  const found = results.filter(({ symbol }) => symbol === word).map(({ path }) => path);
  return { index, files: new Set(found).size };
}

/** Writes files that each contain one function, whose name several of them share. */
function writeFiles(
  tree: TempWorkspace,
  { folder, name, files }: {
    readonly folder: string;
    readonly name: string;
    readonly files: number;
  },
): readonly ChangedWord[] {
  const words = new Map<string, number>();
  for (let at = 0; at < files; at++) {
    const word = `${name}Group${Math.floor(at / FILES_A_WORD)}`;
    words.set(word, (words.get(word) ?? 0) + 1);
    tree.write(`${folder}/file${at}.ts`, `export function ${word}() {\n  return ${at};\n}\n`);
  }
  return [...words].map(([word, files]) => ({ word, files }));
}

function writeBurst(tree: TempWorkspace, round: number): readonly ChangedWord[] {
  return writeFiles(tree, { folder: "burst", name: `burst${round}`, files: BURST_FILES });
}

async function switchBranch({ root }: TempWorkspace, round: number) {
  await git(root, "checkout", "-q", `branch${round}`);
  return branches.get(`branch${round}`) ?? [];
}

/**
 * Creates a repository with the content of the tree, and branches that each change the same files.
 */
async function makeBranches(tree: TempWorkspace): Promise<void> {
  const { root } = tree;
  await git(root, "init", "-q", "-b", "main");
  for (const branch of ["main", ...Array.from({ length: rounds }, (_, at) => `branch${at}`)]) {
    if (branch !== "main") await git(root, "checkout", "-q", "-b", branch);
    const words = writeFiles(tree, { folder: "src", name: branch, files: CHECKOUT_FILES });
    branches.set(branch, words);
    await git(root, "add", "-A");
    await git(root, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", branch);
  }
}

async function makeSmallTree(tree: TempWorkspace): Promise<void> {
  tree.write("readme.md", "# A small tree\n");
  await makeBranches(tree);
}

async function makeLargeTree(tree: TempWorkspace): Promise<void> {
  for (let at = 0; at < INNER_FOLDERS; at++) {
    const middle = Math.floor(at / OUTER_FOLDERS) % MIDDLE_FOLDERS;
    const folder = `outer${at % OUTER_FOLDERS}/middle${middle}/inner${at}`;
    tree.write(`${folder}/notes.md`, `# Notes ${at}\n\nWhat is known of part ${at}.\n`);
  }
  await makeBranches(tree);
}

async function git(folder: string, ...args: readonly string[]): Promise<void> {
  await runProgram("git", args, { folder });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
