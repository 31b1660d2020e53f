/**
 * `deno task bench:memory`: measures the benefit of memories of earlier tasks for later ones.
 * Without arguments it prints its usage. `pairs.ts` makes the tasks from a data set of transcripts,
 * and `trackers.ts` from a repository that keeps its issues in git.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { existingPath, printAnswer, QualityUsageError, writeText } from "../quality/program.ts";
import { parseArm } from "./arms.ts";
import { findMemories, readMemories } from "./memories.ts";
import { renderArms } from "./render_arms.ts";
import type { Replay } from "./replay.ts";
import { keyOf, readRows } from "./rows.ts";
import { runArms } from "./run_arms.ts";

const USAGE = `Measures what memories of earlier tasks are worth for later ones.

deno task bench:memory --tasks FILE --clones DIR --trees DIR --state DIR --rows FILE
    [--curated FILE] [--kinds KIND,…] [--arms ARM,…] [--every N] [--budget TOKENS,…]
deno task bench:memory --rows FILE [--kinds KIND,…] [--margin N] [--place N]

--tasks FILE     what pairs.ts or trackers.ts has written
--clones DIR     git clones DIR/OWNER+NAME/repo
--trees DIR      where trees of the tasks are laid out; those that are there are taken
--state DIR      where their indexes are kept
--rows FILE      a line for each task, arm and budget; what is there is not measured again
--curated FILE   claims by base task, as curated.json
--kinds          linked, same-file, same-change, unrelated (all)
--arms           none, commits, or SOURCE:FORM+FORM@TRUST with a source of mined, curated, other, recalled, recalled3 and
                 fix, and forms of text, names, paths, symbols, query, mention and code
--every N        only the first of each N tasks (1)
--budget         ceilings to measure at (1000,4000)
--margin N       gives a recalled memory only when its score is as far above the next one (0)
--place N        and only when a file that it cites is among the first of the program's own ranking (any)

Prints a table for each budget. Lines are those that the fix of a task replaces.
`;

const { values } = parseArgs({
  options: {
    tasks: { type: "string" },
    clones: { type: "string" },
    trees: { type: "string" },
    state: { type: "string" },
    rows: { type: "string" },
    curated: { type: "string" },
    kinds: { type: "string" },
    arms: {
      type: "string",
      default: "none,commits,recalled:text,recalled:names@0.3,recalled:query",
    },
    every: { type: "string", default: "1" },
    budget: { type: "string", default: "1000,4000" },
    margin: { type: "string" },
    place: { type: "string" },
  },
});

await printAnswer(async () => {
  const { tasks: file, rows: out, margin, place } = values;
  if (out === undefined) {
    Deno.exitCode = 2;
    return USAGE;
  }
  if (file !== undefined) await measure(existingPath("tasks", file), out);
  const kinds = values.kinds?.split(",");
  const rows = readRows(out).filter(({ kind }) => kinds?.includes(kind) ?? true);
  if (margin === undefined && place === undefined) return renderArms(rows);
  return renderArms(rows, { margin: Number(margin ?? 0), place: Number(place ?? Infinity) });
});

async function measure(file: string, out: string): Promise<void> {
  const { clones, trees, state, curated } = values;
  if (clones === undefined || trees === undefined || state === undefined) {
    throw new QualityUsageError('Cannot measure: give "--clones", "--trees" and "--state"');
  }
  const replay: Replay = JSON.parse(Deno.readTextFileSync(file));
  const kinds = values.kinds?.split(",") ?? [];
  const tasks = replay.tasks.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
    .filter((_, i) => i % Number(values.every) === 0);
  const known = new Set(readRows(out).map(keyOf));
  const memories = readMemories(replay, { curated });
  using rows = Deno.openSync(out, { create: true, append: true });
  await runArms(tasks, {
    clones: existingPath("clones", clones),
    trees,
    state,
    arms: values.arms.split(",").map(parseArm),
    budgets: values.budget.split(",").map(Number),
    isKnown: (row) => known.has(keyOf(row)),
    onRow: (row) => writeText(rows, `${JSON.stringify(row)}\n`),
    findMemories: (task, arm) => findMemories(task, arm, memories),
  });
}
