/**
 * `deno task bench:memory`: measures whether what earlier tasks taught helps with later ones.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { existingPath, printAnswer, QualityUsageError, writeText } from "../quality/program.ts";
import { parseArm } from "./arms.ts";
import { readMemories, rememberFor } from "./memories.ts";
import type { Replay } from "./replay.ts";
import { type ArmRow, runArms } from "./run_arms.ts";

const { values } = parseArgs({
  options: {
    pairs: { type: "string" },
    clones: { type: "string" },
    trees: { type: "string" },
    state: { type: "string" },
    curated: { type: "string" },
    arms: { type: "string", default: "none,commits" },
    kinds: { type: "string", default: "linked,same-file,same-change" },
    budget: { type: "string", default: "1000,4000" },
    out: { type: "string" },
  },
});

await printAnswer(async () => {
  const { pairs: file, clones, trees, state, out, curated } = values;
  if (!file || !clones || !trees || !state || !out) {
    throw new QualityUsageError("usage");
  }
  const replay: Replay = JSON.parse(Deno.readTextFileSync(existingPath("pairs", file)));
  const kinds = values.kinds.split(",");
  const tasks = replay.tasks.filter(({ kind }) => kinds.includes(kind));
  tasks.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const known = new Set(readRows(out).map(keyOf));
  const memories = readMemories(replay, { curated });
  using rows = Deno.openSync(out, { create: true, append: true });
  await runArms(tasks, {
    clones,
    trees,
    state,
    arms: values.arms.split(",").map(parseArm),
    budgets: values.budget.split(",").map(Number),
    isKnown: (row) => known.has(keyOf(row)),
    onRow: (row) => writeText(rows, `${JSON.stringify(row)}\n`),
    remember: (task, arm) => rememberFor(task, arm, memories),
  });
  return "done\n";
});

function readRows(path: string): readonly ArmRow[] {
  try {
    return Deno.readTextFileSync(path).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function keyOf({ task, arm, budget }: Pick<ArmRow, "task" | "arm" | "budget">): string {
  return `${task} ${arm} ${budget}`;
}
