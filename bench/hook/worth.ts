/**
 * `deno task bench:hook --prompts DIR`: which prompts are worth context, of tasks and questions and of those
 * that need nothing.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { isWorthContext } from "@dossier/core/host";

const { values } = parseArgs({
  options: {
    /** A folder with `tasks.jsonl` and `reading.jsonl`, whose lines have a `query`. */
    prompts: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
if (values.prompts === undefined) throw new TypeError("Cannot measure without --prompts DIR");
const folder = values.prompts;

const readQueries = (name: string): readonly string[] =>
  Deno.readTextFileSync(join(folder, name)).trimEnd().split("\n")
    .map((line) => JSON.parse(line).query);
const readLines = (name: string): readonly string[] =>
  Deno.readTextFileSync(join(import.meta.dirname!, name)).trimEnd().split("\n");

const sets = [
  ["tasks", true, readQueries("tasks.jsonl")],
  ["titles of tasks", true, readQueries("tasks.jsonl").map((query) => query.split("\n", 1)[0]!)],
  ["questions", true, readQueries("reading.jsonl")],
  ["idle", false, readLines("idle_prompts.txt")],
  ["idle, held out", false, readLines("idle_prompts_held_out.txt")],
] as const;

for (const [name, wanted, prompts] of sets) {
  const given = prompts.filter((prompt) => isWorthContext(prompt));
  const share = (100 * given.length / prompts.length).toFixed(1);
  console.log(`${name}: ${given.length} of ${prompts.length} (${share} %) are given context`);
  if (!values.verbose) continue;
  const wrong = prompts.filter((prompt) => isWorthContext(prompt) !== wanted);
  for (const prompt of wrong) console.log(`  ${JSON.stringify(prompt.slice(0, 100))}`);
}
