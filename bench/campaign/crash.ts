/**
 * Kills indexing at random moments and checks that nothing is lost: `deno task campaign:crash
 * [--runs 200] [--seed 1]`.
 *
 * A run counts when its process was killed. A fifth of the runs use a tree that is indexed in several
 * batches.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { type CrashFigures, type CrashOptions, runCrashes } from "../../tests/runs/crash_runs.ts";

/** Tree that is indexed in about a second, in one batch. */
const SMALL_TREE = { files: 1000 };

/** Tree whose index is written in several batches. */
const LARGE_TREE = { files: 4000, parts: 60 };

const LARGE_TREE_SHARE = 1 / 5;

const { values } = parseArgs({
  options: { runs: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
const large = Math.round(runs * LARGE_TREE_SHARE);
const start = performance.now();

const all = [
  await campaign({ kills: runs - large, ...SMALL_TREE }),
  await campaign({ kills: large, ...LARGE_TREE }),
];
const failures = all.flatMap((figures) => figures.failures);
for (const failure of failures) print(failure);
print(`${failures.length} failures in ${((performance.now() - start) / 1000).toFixed(0)} s`);
if (failures.length > 0) Deno.exit(1);

async function campaign(options: Omit<CrashOptions, "seed">): Promise<CrashFigures> {
  const { kills, files } = options;
  const figures = await runCrashes({
    ...options,
    seed,
    onRun: ({ runs, killed }) => {
      if (runs % 10 === 0) print(`${killed} of ${kills} killed`);
    },
  });
  print(
    `${files} files: ${figures.runs} runs, ${figures.killed} killed ` +
      `(${figures.killedFromNothing} from nothing, ${figures.partial} between batches, ` +
      `at most ${(figures.longestLossMs / 1000).toFixed(2)} s after the last), ` +
      `${figures.damaged} damaged, ${figures.failures.length} failures`,
  );
  return figures;
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
