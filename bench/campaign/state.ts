/**
 * Kills processes that record their deliveries, and checks that no acknowledged record is lost and
 * none is partly written: `deno task campaign:state [--kills 200] [--seed 1]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { runStateCrashes } from "../../tests/runs/state_runs.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
const kills = Number(values.kills);
const start = performance.now();
const figures = await runStateCrashes({
  kills,
  seed: Number(values.seed),
  onRun: ({ killed }) => {
    if (killed % 20 === 0) print(`${killed} of ${kills} killed`);
  },
});
for (const failure of figures.failures) print(failure);
print(
  `${figures.killed} killed (${figures.killedEarly} before their first record), ` +
    `${figures.acknowledged} records acknowledged, ${figures.unacknowledged} written besides, ` +
    `${figures.failures.length} failures in ${((performance.now() - start) / 1000).toFixed(0)} s`,
);
if (figures.failures.length > 0) Deno.exit(1);

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
