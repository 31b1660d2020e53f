import { type Engine, openEngine } from "@dossier/retrieval";
import { DatabaseSync } from "node:sqlite";
import { TempWorkspace } from "../temp_workspace.ts";
import { GeneratedTree, seededRandom, type TreeOptions } from "./generated_tree.ts";

/** Queries to compare the index after a crash with one that was built at once. */
const QUERY_COUNT = 20;

/** Share of the files that each kind of change touches between two indexings. */
const CHANGE_SHARE = 0.15;

/** Factor for the expected time of a run after one has ended before its kill. */
const FASTER = 0.9;

/** Options of {@link runCrashes}. */
export interface CrashOptions extends TreeOptions {
  /** Number of processes to kill. */
  readonly kills: number;
  /** Called after each run. */
  readonly onRun?: (figures: CrashFigures) => void;
}

/** Results of the runs. */
export interface CrashFigures {
  /** Number of runs so far, including those that ended before their kill. */
  readonly runs: number;
  /** Number of killed processes. */
  readonly killed: number;
  /** Number of processes killed while they built a new index. */
  readonly killedFromNothing: number;
  /** Number of killed indexes with only some of the changes: a kill between two batches. */
  readonly partial: number;
  /**
   * Longest time from the last write to the kill of a first index, in milliseconds: the lost work.
   */
  readonly longestLossMs: number;
  /** Number of indexes that the next run found damaged. */
  readonly damaged: number;
  /** Faults of the next run, one per line; empty without faults. */
  readonly failures: readonly string[];
}

/**
 * Kills `index` with SIGKILL at a random moment, again and again: half of the runs build a new
 * index, half index the changes of a tree. After each, the next run must open and finish the index,
 * and answer like an index that was built at once.
 */
export async function runCrashes(
  { kills, onRun, ...treeOptions }: CrashOptions,
): Promise<CrashFigures> {
  using workspace = new TempWorkspace();
  const tree = new GeneratedTree(workspace, treeOptions);
  const random = seededRandom(treeOptions.seed + 1);
  const queries = tree.queries(QUERY_COUNT);
  const figures = {
    runs: 0,
    killed: 0,
    killedFromNothing: 0,
    partial: 0,
    longestLossMs: 0,
    damaged: 0,
    failures: [] as string[],
  };
  const fail = (what: string) => figures.failures.push(`Run ${figures.runs}: ${what}`);
  const durations = await measureRuns(workspace, tree);
  let expected = await answerFromNothing(workspace, queries);
  while (figures.killed < kills) {
    figures.runs++;
    const isFromNothing = figures.runs % 2 === 1;
    if (isFromNothing) workspace.remove(".dossier");
    else {
      tree.change(CHANGE_SHARE);
      expected = await answerFromNothing(workspace, queries);
    }
    const kind = isFromNothing ? "fromNothing" : "changes";
    const wasKilled = await killIndexing(workspace, durations[kind] * random());
    if (wasKilled) figures.killed++;
    else durations[kind] *= FASTER;
    if (wasKilled && isFromNothing) {
      figures.killedFromNothing++;
      figures.longestLossMs = Math.max(figures.longestLossMs, Date.now() - writtenAt(workspace));
    }
    try {
      using engine = await openEngine({ root: workspace.root });
      const report = await engine.index();
      const done = report.added + report.changed;
      if (wasKilled && isFromNothing && done > 0 && done < report.documents) figures.partial++;
      if (report.notes.some(({ code }) => code === "index-rebuilt")) figures.damaged++;
      if (report.pending > 0 || report.documents !== tree.size) {
        fail(`${report.documents} documents of ${tree.size} and ${report.pending} pending`);
      }
      if (await answerAll(engine, queries) !== expected) fail("the answers differ");
    } catch (error) {
      fail(String(error));
    }
    onRun?.(figures);
  }
  return figures;
}

/** Returns the durations of the two kinds of runs without a kill, in milliseconds. */
async function measureRuns(
  workspace: TempWorkspace,
  tree: GeneratedTree,
): Promise<{ fromNothing: number; changes: number }> {
  const measure = async () => {
    const start = performance.now();
    const { code, stderr } = await workspace.run(["index"]);
    if (code !== 0) throw new Error(`Cannot index the tree: ${stderr}`);
    return performance.now() - start;
  };
  const fromNothing = await measure();
  tree.change(CHANGE_SHARE);
  return { fromNothing, changes: await measure() };
}

/**
 * Starts `index`, kills it after the given milliseconds, and returns whether it was still running.
 */
async function killIndexing(workspace: TempWorkspace, afterMs: number): Promise<boolean> {
  const child = workspace.start(["index"]);
  const drained = [child.stdin.close(), child.stdout.cancel(), child.stderr.cancel()];
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  const { signal } = await child.status;
  clearTimeout(timer);
  await Promise.all(drained);
  return signal === "SIGKILL";
}

/** Returns the time of the last write of the index, in milliseconds since 1970; now without any. */
function writtenAt(workspace: TempWorkspace): number {
  try {
    using index = new DatabaseSync(workspace.path(".dossier/state/index.db"), { readOnly: true });
    const row = index.prepare("SELECT value FROM meta WHERE key = 'updated_at'").get();
    return row === undefined ? Date.now() : Date.parse(String(row.value));
  } catch {
    // It was killed before the file was complete.
    return Date.now();
  }
}

/** Returns the answers of an index of the tree that is built at once in another folder. */
async function answerFromNothing(
  workspace: TempWorkspace,
  queries: readonly string[],
): Promise<string> {
  const state = `${workspace.cache}/reference`;
  try {
    using engine = await openEngine({ root: workspace.root, state });
    await engine.index();
    return await answerAll(engine, queries);
  } finally {
    Deno.removeSync(state, { recursive: true });
  }
}

async function answerAll(engine: Engine, queries: readonly string[]): Promise<string> {
  const found: unknown[] = [];
  for (const query of queries) found.push((await engine.search(query)).results);
  return JSON.stringify(found);
}
