/**
 * `deno task bench:hook --prompts DIR`: which prompts are worth context, of tasks and questions and of those
 * that need nothing.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { isWorthContext } from "@dossier/core/host";
import { printAnswer, QualityUsageError } from "../quality/program.ts";

const { values } = parseArgs({
  options: {
    /** A folder with `tasks.jsonl` and `reading.jsonl`, whose lines have a `query`. */
    prompts: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
/** Returns how many prompts of each set are given context. */
function measure(folder: string): string {
  const readQueries = (name: string): readonly string[] =>
    Deno.readTextFileSync(join(folder, name)).trimEnd().split("\n")
      .map((line) => JSON.parse(line).query);
  const readLines = (name: string): readonly string[] =>
    Deno.readTextFileSync(join(import.meta.dirname!, name)).trimEnd().split("\n");
  const tasks = readQueries("tasks.jsonl");
  const sets = [
    ["tasks", true, tasks],
    ["titles of tasks", true, tasks.map((query) => query.split("\n", 1)[0]!)],
    ["questions", true, readQueries("reading.jsonl")],
    ["idle", false, readLines("idle_prompts.txt")],
    ["idle, held out", false, readLines("idle_prompts_held_out.txt")],
  ] as const;
  const lines = sets.flatMap(([name, wanted, prompts]) => {
    const given = prompts.filter((prompt) => isWorthContext(prompt));
    const wrong = prompts.filter((prompt) => isWorthContext(prompt) !== wanted);
    const share = (100 * given.length / prompts.length).toFixed(1);
    return [
      `${name}: ${given.length} of ${prompts.length} (${share} %) are given context`,
      ...values.verbose ? wrong.map((prompt) => `  ${JSON.stringify(prompt.slice(0, 100))}`) : [],
    ];
  });
  return `${lines.join("\n")}\n`;
}

await printAnswer(() => {
  const { prompts } = values;
  if (prompts === undefined) throw new QualityUsageError("Cannot measure without --prompts DIR");
  return Promise.resolve(measure(prompts));
});
