// deno-lint-ignore-file no-console -- the examples print what they get

/**
 * Keeps the history of an agent: its initial context, its actions, and a summary when it is too long.
 * The model is a function here, as dossier itself calls none:
 *
 *     deno run -A --config deno.json examples/keep_history.ts
 */

import {
  compactHistory,
  enterTurn,
  estimateHistoryTokens,
  type History,
  type HistoryItem,
  type InitialContext,
  needsCompaction,
  normaliseHistory,
  recordItems,
  toMessageItem,
} from "../library/history.ts";

/** Number of tokens that fit into the model's window. */
const WINDOW = 1000;

/** Initial context of the agent, as it is now. */
const context = (): InitialContext => ({
  instructions: "# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>",
  environment: { cwd: "/work", shell: "bash" },
});

/** Replaces a model: it summarises its input. */
function ask(items: readonly HistoryItem[]): Promise<readonly HistoryItem[]> {
  return Promise.resolve([toMessageItem("assistant", `${items.length} items were about tests.`)]);
}

let history: History = { items: [] };
for (let turn = 1; turn <= 4; turn++) {
  history = enterTurn(history, context());
  history = recordItems(history, [
    toMessageItem("user", `Run the tests for the ${turn}. time`),
    {
      kind: "function_call",
      callId: `call-${turn}`,
      name: "shell",
      arguments: '{"command":"test"}',
    },
    {
      kind: "function_call_output",
      callId: `call-${turn}`,
      output: { content: "ok\n".repeat(5000) },
    },
  ], { policy: { kind: "tokens", limit: 150 } });

  const tokens = estimateHistoryTokens(history.items);
  console.log(`turn ${turn}: ${history.items.length} items, ${tokens} tokens`);
  if (!needsCompaction(tokens, WINDOW)) continue;

  const wait = (retry: number) => new Promise<void>((done) => setTimeout(done, 200 * 2 ** retry));
  const outcome = await compactHistory(history, { ask, wait, context });
  history = outcome.history;
  if (outcome.event === "context_compacted") {
    console.log(`${outcome.event}: ${outcome.tokens} tokens`);
    for (const notice of outcome.notices) console.log(notice);
  } else console.error(outcome.event, outcome.cause);
}

// The model gets this history: calls have outputs, outputs have calls, and nothing internal is in
// it.
for (const item of normaliseHistory(history.items)) console.log(item.kind);
