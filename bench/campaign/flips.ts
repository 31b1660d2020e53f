/**
 * Flips bits of an index and of a state, and checks that none changes an answer or a record
 * unnoticed: `deno task campaign:flips [--flips 1000] [--seed 1]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { runStateFlips } from "../../tests/runs/state_flip_runs.ts";
import { runFlips } from "../../tests/runs/flip_runs.ts";

const { values } = parseArgs({
  options: { flips: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const figures = await runFlips({
  flips: Number(values.flips),
  files: 150,
  seed: Number(values.seed),
  onFlip: ({ flips }) => {
    if (flips % 100 === 0) print(`${flips} of ${values.flips}`);
  },
});
print(
  `${figures.flips} bits flipped: ${figures.harmless} changed nothing, ${figures.noticed} were noticed by ` +
    `an answer, ${figures.deep} by doctor --deep only, ${figures.silent.length} by nobody; ` +
    `doctor --deep told of ${figures.reported}`,
);
const state = await runStateFlips({
  flips: Number(values.flips),
  records: 40,
  seed: Number(values.seed),
});
print(
  `${state.flips} bits of a state flipped: ${state.harmless} changed nothing, ${state.noticed} were noticed by ` +
    `reading the records, ${state.deep} by doctor only, ${state.silent.length} missed`,
);
const silent = [...figures.silent, ...state.silent];
for (const place of silent) print(`Byte and bit ${place}`);
if (silent.length > 0) Deno.exit(1);

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
