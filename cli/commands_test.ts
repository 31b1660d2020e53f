import {
  DEFAULT_BUDGET_TOKENS,
  DEFAULT_MAX_REFRESH_MS,
  DEFAULT_SEARCH_LIMIT,
  RANKING_STEPS,
} from "@dossier/retrieval";
import { DEFAULT_LOG_LIMIT } from "@dossier/retrieval/record";
import { HOOK_HOSTS } from "@dossier/hosts/core/host";
import assert from "node:assert/strict";
import { DEFAULT_EXPLAIN_LIMIT } from "../retrieval/operations/explain.ts";
import { loadCommands } from "./commands.ts";

const COMMANDS = await loadCommands();

// The list repeats them, as help and completions must not load the modules that define them.

function assertSummaries(name: string, commands: readonly string[], ending: string): void {
  const found = COMMANDS.flatMap((command) =>
    command.options.filter((option) => option.name === name && commands.includes(command.name))
  );
  assert.equal(found.length, commands.length);
  for (const { summary } of found) assert.ok(summary.endsWith(ending), `${summary}: ${ending}`);
}

Deno.test("COMMANDS names the defaults that the engine has", () => {
  const forIssue = "for an issue, the one in the settings";
  assertSummaries("budget", ["context"], `(${DEFAULT_BUDGET_TOKENS}; ${forIssue})`);
  assertSummaries("limit", ["search"], `(${DEFAULT_SEARCH_LIMIT})`);
  assertSummaries("limit", ["log"], `(${DEFAULT_LOG_LIMIT})`);
  assertSummaries("limit", ["explain"], `(${DEFAULT_EXPLAIN_LIMIT})`);
  const answering = ["context", "search", "explain"];
  assertSummaries("max-refresh-ms", answering, `(${DEFAULT_MAX_REFRESH_MS})`);
});

Deno.test("COMMANDS names all ranking steps of the engine, where scores are explained", () => {
  assertSummaries("disable", ["explain"], `: ${RANKING_STEPS.join(", ")}`);
  assertSummaries("disable", ["context", "search"], "; explain --help lists them");
});

Deno.test("COMMANDS names the hosts that run commands", () => {
  const { options } = COMMANDS.find(({ name }) => name === "hook")!;
  const { choices } = options.find(({ name }) => name === "host")!;
  assert.deepEqual(choices, HOOK_HOSTS.map(({ name }) => name));
});

Deno.test("COMMANDS has a task of the same name for each command", () => {
  const text = Deno.readTextFileSync(new URL("../deno.json", import.meta.url));
  const tasks = Object.keys(JSON.parse(text).tasks);
  for (const { name } of COMMANDS) assert.ok(tasks.includes(name), name);
});
