/**
 * Kills servers under load, and checks that no acknowledged record is lost and that the log is
 * complete: `deno task campaign:server [--kills 200] [--seed 1]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { runServerCrashes } from "../../tests/runs/server_runs.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
const start = performance.now();
const figures = await runServerCrashes({
  kills: Number(values.kills),
  seed: Number(values.seed),
  onRun: ({ killed, ended }) => {
    if ((killed + ended) % 20 === 0) print(`${killed} killed, ${ended} asked to end`);
  },
});
for (const failure of figures.failures) print(failure);
print(
  `${figures.killed} killed, ${figures.ended} asked to end, ` +
    `${figures.acknowledged} records acknowledged, ${figures.unacknowledged} written besides, ` +
    `${figures.failures.length} failures in ${((performance.now() - start) / 1000).toFixed(0)} s`,
);
if (figures.failures.length > 0) Deno.exit(1);

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
