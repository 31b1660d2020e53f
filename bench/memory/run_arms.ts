import { join } from "node:path";
import { type Engine, type Issue, openEngine } from "../../mod.ts";
import { scoreDelivery } from "../delivery/score_delivery.ts";
import { Clones, type TreeHistory } from "../quality/clones.ts";
import { exportTree, pathInfo } from "../quality/repository.ts";
import { type Arm, type ArmDelivery, deliver } from "./arms.ts";
import type { Remembered } from "./memory_text.ts";
import type { RelatedTask } from "./replay.ts";

/** Delivery of one arm for one task within one budget. Shares are from 0 to 1. */
export interface ArmRow {
  readonly task: string;
  readonly kind: string;
  readonly arm: string;
  readonly budget: number;
  /** Share of the lines that the fix replaces. */
  readonly lines: number;
  /** Share of its hunks that a passage touches. */
  readonly hunks: number;
  /** Share of its files that are named in any form. */
  readonly files: number;
  /** Share of the tokens of passages outside of its files. */
  readonly dilution: number;
  readonly used: number;
  readonly memoryTokens: number;
  /** Number of delivered memories. */
  readonly memories: number;
  /** True when one of them cites a file of the fix. */
  readonly hit: boolean;
  /**
   * Best rank of a cited file in the program's own ranking of files for the task, from 1; absent
   * beyond the 30th.
   */
  readonly place?: number;
  /** Score of the first one, when it was recalled; see `RecalledMemory`. */
  readonly score?: number;
  readonly covered?: number;
  /** Difference of its score and that of the next one. */
  readonly margin?: number;
}

/** Memories for a task, with their scores when they were recalled. */
export interface ArmMemories {
  readonly memories: readonly Remembered[];
  readonly found?: Pick<ArmRow, "score" | "covered" | "margin">;
}

/** Folders, and options of the measurement. */
export interface RunOptions {
  readonly clones: string;
  /** Folder for the trees of tasks. Existing ones are used. */
  readonly trees: string;
  /** Folder for their indexes. */
  readonly state: string;
  readonly arms: readonly Arm[];
  readonly budgets: readonly number[];
  /** Returns the memories of an arm for a task; undefined when there are none. */
  readonly findMemories: (task: RelatedTask, arm: Arm) => ArmMemories | undefined;
  /** Returns true when a row exists from an earlier run. */
  readonly isKnown: (row: Pick<ArmRow, "task" | "arm" | "budget">) => boolean;
  readonly onRow: (row: ArmRow) => void;
}

/** Largest distance of a passage that shows a hunk, in lines. */
const HUNK_SLACK = 3;

/** Runs each arm for each task. Tasks without memories are skipped for an arm that needs them. */
export async function runArms(tasks: readonly RelatedTask[], options: RunOptions): Promise<void> {
  const clones = new Clones(options.clones, "");
  for (const task of tasks) {
    const deliveries = options.arms.flatMap((arm) =>
      options.budgets
        .filter((budget) => !options.isKnown({ task: task.id, arm: arm.name, budget }))
        .flatMap((budget) => {
          const given = arm.source === undefined ? NOTHING : options.findMemories(task, arm);
          return given === undefined ? [] : [{ arm, budget, ...given }];
        })
    );
    if (deliveries.length === 0) continue;
    const { repository, revision } = await findClone(clones, task);
    const root = join(options.trees, task.id);
    if (pathInfo(root) === undefined) await exportTree(repository, { revision, folder: root });
    using engine = await openEngine({
      root,
      state: join(options.state, task.id),
      history: { repository, revision, folder: "" },
    });
    await engine.index();
    const ranked = await listFiles(engine, task);
    for (const { arm, budget, memories, found } of deliveries) {
      const delivered = await deliver(engine, { arm, issue: toIssue(task), memories, budget });
      options.onRow({
        task: task.id,
        kind: task.kind,
        arm: arm.name,
        budget,
        ...scoreArm(task, delivered),
        memoryTokens: delivered.memoryTokens,
        memories: memories.length,
        ...rankCited(memories, { task, ranked }),
        ...found,
      });
    }
  }
}

const NOTHING: ArmMemories = { memories: [] };

/** Number of files of the program's own ranking in which a cited file is searched. */
const RANKED_FILES = 30;

async function listFiles(engine: Engine, { problem }: RelatedTask): Promise<readonly string[]> {
  const found = await engine.search(problem, { by: "file", limit: RANKED_FILES, refresh: false });
  return found.results.map(({ path }) => path);
}

function rankCited(
  memories: readonly Remembered[],
  { task, ranked }: { readonly task: RelatedTask; readonly ranked: readonly string[] },
): Pick<ArmRow, "hit" | "place"> {
  const cited = new Set(memories.flatMap(({ anchors }) => anchors.map(({ path }) => path)));
  const place = ranked.findIndex((path) => cited.has(path)) + 1;
  return {
    hit: task.changed.some(({ path }) => cited.has(path)),
    ...(place > 0 && { place }),
  };
}

/** Returns the scores of a delivery for a task. */
export function scoreArm(
  { changed }: Pick<RelatedTask, "changed">,
  delivered: ArmDelivery,
): Pick<ArmRow, "lines" | "hunks" | "files" | "dilution" | "used"> {
  const { lines, ranges, files, used } = scoreDelivery(
    { essential: changed, helpful: [], slack: HUNK_SLACK },
    delivered,
  );
  const changedFiles = new Set(changed.map(({ path }) => path));
  let [all, aside] = [delivered.memoryTokens, delivered.memoryTokens];
  for (const [path, tokens] of delivered.tokensByPath) {
    all += tokens;
    if (!changedFiles.has(path)) aside += tokens;
  }
  return { lines, hunks: ranges, files, dilution: all === 0 ? 0 : aside / all, used };
}

/** Returns a task as an issue, with its first line as the title. */
export function toIssue({ id, problem }: Pick<RelatedTask, "id" | "problem">): Issue {
  const [title = "", ...rest] = problem.trim().split("\n");
  return { id, title, description: rest.join("\n").trim(), labels: [] };
}

/** Returns a clone that contains the commit at the start of a task. */
export async function findClone(
  clones: Clones,
  { id, repo, baseCommit }: Pick<RelatedTask, "id" | "repo" | "baseCommit">,
): Promise<TreeHistory> {
  return await clones.find({
    repo,
    project: repo,
    baseCommit,
    queryId: id,
    query: "",
    category: "",
    targets: [],
    benchmarkRoot: "",
  });
}
