/**
 * Serves trees that would need more memory or time than a server has, beside a normal one, and
 * checks that the server answers, and that the normal tree need not wait: `deno task
 * campaign:limits [--only TEXT] [--heap 512]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { checkHostileAnswer, runHostile } from "../../tests/runs/hostile_runs.ts";
import { HOSTILE_CASES } from "../../tests/runs/hostile_cases.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, heap: { type: "string", default: "512" } },
});
let failures = 0;
for (const hostile of HOSTILE_CASES.filter(({ name }) => name.includes(values.only))) {
  print(hostile.name);
  await runHostile(hostile, {
    heap: Number(values.heap),
    onAnswer(answer) {
      const wrong = checkHostileAnswer(answer);
      failures += wrong.length;
      const { request, status, milliseconds, bytes, growth, other, detail } = answer;
      const figures = [
        String(status),
        `${milliseconds.toFixed(0)} ms`,
        `${bytes} bytes`,
        `+${growth.toFixed(0)} MB`,
        `other ${other.toFixed(0)} ms`,
      ].join(", ");
      print(`  ${request}: ${figures}${wrong.length === 0 ? "" : ` FAILED: ${wrong.join(", ")}`}`);
      if (detail !== "") print(`    ${detail}`);
    },
  });
}
print(`${failures} failures`);
if (failures > 0) Deno.exitCode = 1;

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
