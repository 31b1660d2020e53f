/**
 * `deno task bench:ablation`: measures what each ranking step, or another constant of it, gains on
 * each set of the benchmark, on two halves of the repositories; `--help` prints the options.
 */

import { RANKING_STEPS } from "../../mod.ts";
import { measureConstants } from "./measure_constants.ts";
import { measureSteps } from "./measure_steps.ts";
import { printAnswer, QualityUsageError } from "./program.ts";
import { parseQualityArguments } from "./quality_arguments.ts";

const ABLATION_USAGE = `Measures what each ranking step gains on two halves of the repositories.

deno task bench:ablation --bench DIR --trees DIR [--sets SET,…] [--history DIR] [--state DIR]
    [--disable STEPS] [--limit N]     as for bench:quality; steps left out are so throughout
    [--tune STEPS]                    measures other constants of these steps (or all) instead
    [--out FILE]                      writes the tables there too
`;

await printAnswer(async () => {
  const command = parseQualityArguments(Deno.args);
  if (command.kind === "help") return ABLATION_USAGE;
  if (command.kind !== "sets") {
    throw new QualityUsageError('Cannot measure ranking steps without sets: give "--bench DIR"');
  }
  const tables = command.tuned.length > 0
    ? await measureConstants(command, command.tuned)
    : await measureSteps(command, RANKING_STEPS);
  if (command.out !== undefined) Deno.writeTextFileSync(command.out, tables);
  return tables;
});
