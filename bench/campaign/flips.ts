/**
 * Flips bits of an index and checks that none changes an answer unnoticed:
 * `deno task campaign:flips [--flips 1000] [--seed 1]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
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
for (const place of figures.silent) print(`Byte and bit ${place}`);
if (figures.silent.length > 0) Deno.exit(1);

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
