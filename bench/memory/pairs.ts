/**
 * Pairs tasks with earlier tasks whose transcripts might help with them, from the data set
 * SWEContextBench (`jiayuanz3/SWEContextBench` on GitHub, as a folder).
 *
 * deno run -A bench/memory/pairs.ts --data DIR --clones DIR [--out FILE]
 *
 * --data DIR     the data set, with a folder `cases`
 * --clones DIR   git clones DIR/OWNER+NAME/repo of the repositories, or of forks with the commits
 * --out FILE     output file of the pairs as JSON; standard output by default
 *
 * A base is always earlier than its use: its commit is older than the one at the start of the related
 * task. The kinds:
 *
 * linked       the related task, or its discussion, names the base's pull request
 * same-file    the base's transcript edited a file that the related task's fix changes: the choice
 *              uses the answer, so it measures a perfect recall and not real memory
 * same-change  one pull request solved both: tree and fix are the same, so in real use the first would have been
 *              merged. An upper bound, and no evidence that memory of *earlier* work helps
 * unrelated    none of these; used only with the whole store of earlier bases
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import type { LineRange } from "../quality/changed_lines.ts";
import { Clones } from "../quality/clones.ts";
import { existingPath, printAnswer, QualityUsageError } from "../quality/program.ts";
import { runGit } from "../quality/repository.ts";
import type { Remembered } from "./memory_text.ts";
import { mineByRule } from "./mine_by_rule.ts";
import { readPatchLines } from "./patch_lines.ts";
import { type BaseRecord, isSecondaryFile, type RelatedTask, type Replay } from "./replay.ts";
import { findClone } from "./run_arms.ts";
import { type BaseTask, readBaseTasks } from "./transcripts.ts";

/** Base task, with the time of its commit in seconds since 1970. */
interface DatedBase extends BaseTask {
  readonly date: number;
}

/** Related task in the form of the data set. */
interface DatasetTask {
  readonly "instance_id": string;
  readonly repo: string;
  readonly "pull_number": number | string;
  readonly "base_commit": string;
  readonly patch: string;
  readonly "test_patch": string;
  readonly "problem_statement": string;
  readonly "hints_text": unknown;
}

/** Returns the pairs of a data set. */
export async function pairTasks(data: string, clones: string): Promise<Replay> {
  const find = openCommitTimes(clones);
  const bases: DatedBase[] = [];
  const dropped: { id: string; reason: string }[] = [];
  for (const base of readBaseTasks(data)) {
    const date = await find(base);
    if (date === undefined) dropped.push({ id: base.id, reason: "no clone holds its commit" });
    else bases.push({ ...base, date });
  }
  bases.sort((a, b) => a.date - b.date);
  const tasks: RelatedTask[] = [];
  for (const task of readDatasetTasks(data)) {
    const { instance_id: id, repo, base_commit: baseCommit } = task;
    const own = bases.filter((base) => base.repo === repo);
    if (own.length === 0) continue;
    const date = await find({ id, repo, baseCommit });
    // The data set counts files as tests when their path contains "test", which applies to all of
    // pytest.
    const changed = readPatchLines(`${task.patch}\n${task.test_patch}`)
      .filter(({ path }) => !isSecondaryFile(path));
    if (date === undefined) dropped.push({ id, reason: "no clone holds its commit" });
    else if (changed.length === 0) {
      dropped.push({ id, reason: "its fix changes no code that is there" });
    } else tasks.push({ ...pairTask(task, { own, date, changed }), changed });
  }
  const memories: Record<string, readonly Remembered[]> = {};
  for (const base of bases) memories[base.id] = await mine(base, clones);
  return { bases: bases.map(toRecord), tasks, memories, dropped };
}

/** Returns the memories that are mined from the transcript of a base task. */
async function mine(base: DatedBase, folder: string): Promise<readonly Remembered[]> {
  const { repository, revision } = await findClone(new Clones(folder, ""), base);
  return await mineByRule(base, (path) => runGit(repository, "show", `${revision}:${path}`));
}

function toRecord({ id, repo, baseCommit, date, transcript }: DatedBase): BaseRecord {
  return { id, repo, baseCommit, date, transcript };
}

function pairTask(
  task: DatasetTask,
  { own, date, changed }: {
    readonly own: readonly DatedBase[];
    readonly date: number;
    readonly changed: readonly LineRange[];
  },
): Omit<RelatedTask, "changed"> {
  const { instance_id: id, repo, base_commit: baseCommit, problem_statement: problem } = task;
  const pull = Number(task.pull_number);
  const earlier = own.filter((base) =>
    base.date < date && base.baseCommit !== baseCommit && numberOf(base.id) !== pull
  );
  const same = own.find((base) => numberOf(base.id) === pull);
  const text = JSON.stringify([problem, task.hints_text, task.patch, task.test_patch]);
  const linked = earlier.findLast((base) => namesPull(text, numberOf(base.id)));
  const files = new Set(changed.map(({ path }) => path));
  const sameFile = earlier.findLast(({ edited }) => edited.some((path) => files.has(path)));
  const [kind, base] = same !== undefined
    ? ["same-change", same] as const
    : linked !== undefined
    ? ["linked", linked] as const
    : sameFile !== undefined
    ? ["same-file", sameFile] as const
    : ["unrelated", undefined] as const;
  const common = { id, repo, baseCommit, date, problem, kind };
  return { ...common, ...(base && { base: base.id }), earlier: earlier.map(({ id }) => id) };
}

function readDatasetTasks(data: string): readonly DatasetTask[] {
  const folder = join(data, "cases", "SWEContextBench Full");
  return Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(Deno.readTextFileSync(join(folder, name))));
}

/** Returns the number at the end of the id of a task. */
function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf("-") + 1));
}

function namesPull(text: string, number: number): boolean {
  return new RegExp(`(?:#|/pull/|/issues/|gh-|pr ?)${number}\\b`, "i").test(text);
}

/**
 * Returns a function that returns the time of a commit, in seconds since 1970; undefined when no
 * clone contains it.
 */
function openCommitTimes(
  folder: string,
): (task: Pick<RelatedTask, "id" | "repo" | "baseCommit">) => Promise<number | undefined> {
  const clones = new Clones(folder, "");
  return async (task) => {
    try {
      const found = await findClone(clones, task);
      const format = ["show", "--no-patch", "--format=%ct", task.baseCommit];
      return Number(await runGit(found.repository, ...format));
    } catch (error) {
      if (error instanceof QualityUsageError) return undefined;
      throw error;
    }
  };
}

if (import.meta.main) {
  await printAnswer(async () => {
    const { values: { data, clones, out } } = parseArgs({
      options: {
        data: { type: "string" },
        clones: { type: "string" },
        out: { type: "string" },
      },
    });
    if (data === undefined || clones === undefined) {
      throw new QualityUsageError('Cannot pair tasks: give "--data DIR" and "--clones DIR"');
    }
    const pairs = await pairTasks(existingPath("data", data), existingPath("clones", clones));
    const text = `${JSON.stringify(pairs, null, 1)}\n`;
    if (out === undefined) return text;
    Deno.writeTextFileSync(out, text);
    const counts = Map.groupBy(pairs.tasks, ({ kind }) => kind);
    return [...counts].map(([kind, tasks]) => `${kind}: ${tasks.length}\n`).join("");
  });
}
