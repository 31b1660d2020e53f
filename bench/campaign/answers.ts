/**
 * Compares the answers of an index in use with those of a new one, through random histories of a
 * work tree: `deno task campaign:answers [--states 5000] [--seed 1]`. A failing history is printed
 * with its seed, shortened as far as possible.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { compareAnswers } from "../../tests/compare_answers.ts";

/** Number of histories with one seed, so that a failure can be reproduced quickly. */
const HISTORIES = 10;

const { values } = parseArgs({
  options: { states: { type: "string", default: "5000" }, seed: { type: "string", default: "1" } },
});
const stateCount = Number(values.states);
const start = performance.now();
let states = 0;
let answers = 0;
let seed = Number(values.seed);
for (; states < stateCount; seed++) {
  const made = await compareAnswers({ seed, histories: HISTORIES });
  states += made.states;
  answers += made.answers;
  print(`seed ${seed}: ${states} of ${stateCount} states compared`);
}
const seconds = ((performance.now() - start) / 1000).toFixed(0);
print(`${states} states compared, ${answers} answers, no difference, in ${seconds} s`);

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
