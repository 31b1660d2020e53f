/**
 * Kills servers, workers and, with `--postgres`, the database at random moments, and checks that a
 * memory loses no acknowledged data and delivers no text twice: `deno task campaign:memory [--kills
 * 200] [--seed 1] [--postgres]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { type MemoryCrashFigures, runMemoryCrashes } from "../../tests/runs/memory_runs.ts";
import { startPostgres } from "../../tests/start_postgres.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    postgres: { type: "boolean", default: false },
  },
});
const start = performance.now();
await using database = values.postgres ? await startPostgres() : undefined;
const { killed, acknowledged, delivered, steps, entries, failures }: MemoryCrashFigures =
  await runMemoryCrashes({
    kills: Number(values.kills),
    seed: Number(values.seed),
    database,
    onRun({ servers, workers, databases }) {
      const all = servers + workers + databases;
      if (all % 20 === 0) print(`${all} of ${values.kills} killed`);
    },
  });
for (const failure of failures) print(failure);
print(
  `${killed.servers} servers, ${killed.workers} workers and ${killed.databases} databases killed, ` +
    `${acknowledged} rows acknowledged, ${delivered} texts delivered, ${steps} steps of weights, ` +
    `${entries} entries of the chain, ${failures.length} failures ` +
    `in ${((performance.now() - start) / 1000).toFixed(0)} s`,
);
if (failures.length > 0) Deno.exitCode = 1;

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
