/**
 * `deno task bench:hook --prompts DIR [--trees DIR]`: which prompts are worth context, of tasks and questions and of
 * those that need nothing; and of the questions about trees that are there, which are given some, and how much.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { isWorthContext } from "@dossier/core/host";
import { countPieces } from "@dossier/core/text";
import { answerHook } from "../../retrieval/hook/answer_hook.ts";
import { runHook } from "../../retrieval/hook/run_hook.ts";
import { printAnswer, QualityUsageError } from "../quality/program.ts";

const { values } = parseArgs({
  options: {
    /** A folder with `tasks.jsonl` and `reading.jsonl`, whose lines have a `query`. */
    prompts: { type: "string" },
    /** A folder with the trees that questions are about, by the names of their repositories. */
    trees: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
/** Milliseconds that a first index may take. */
const AMPLE_MS = 600_000;

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

/** Returns how many of the questions about trees a hook answers, and with how many tokens at most. */
async function deliver(folder: string, trees: string): Promise<string> {
  const questions: readonly { readonly repo: string; readonly query: string }[] = Deno
    .readTextFileSync(join(folder, "reading.jsonl")).trimEnd().split("\n")
    .map((line) => JSON.parse(line));
  const there = new Set([...Deno.readDirSync(trees)].map(({ name }) => name));
  const asked = questions.filter(({ repo }) => there.has(repo));
  // Hooks say nothing in a folder that is no repository, and that nobody has told of dossier.
  for (const { repo } of asked) Deno.mkdirSync(join(trees, repo, ".dossier"), { recursive: true });
  const texts: string[] = [];
  for (const { repo, query } of asked) {
    const text = JSON.stringify({ "hook_event_name": "UserPromptSubmit", prompt: query });
    const call = { host: "codex", text, cache: undefined, home: undefined, deadlineMs: AMPLE_MS };
    texts.push(await runHook({ ...call, folder: join(trees, repo) }, answerHook));
  }
  const given = texts.filter((text) => text !== "");
  const most = Math.max(0, ...given.map(countPieces));
  return `questions about trees: ${given.length} of ${asked.length} are given context, ` +
    `at most ${most} tokens and ${Math.max(0, ...given.map(({ length }) => length))} characters\n`;
}

await printAnswer(async () => {
  const { prompts, trees } = values;
  if (prompts === undefined) throw new QualityUsageError("Cannot measure without --prompts DIR");
  return measure(prompts) + (trees === undefined ? "" : await deliver(prompts, trees));
});
