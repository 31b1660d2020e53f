// deno-lint-ignore-file no-console -- the examples print what they get

/**
 * Keeps the history of an agent: what it is told first, what it does, and a summary when it is too long. The model is
 * a function here, as dossier itself asks none:
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

/** Tokens that the model takes. */
const WINDOW = 1000;

/** What the agent is told first, as it is now. */
const context = (): InitialContext => ({
  instructions: "# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>",
  environment: { cwd: "/work", shell: "bash" },
});

/** Stands for a model: it sums up what it is given. */
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

// What the model is sent: calls have outputs, outputs have calls, and nothing internal is in it.
for (const item of normaliseHistory(history.items)) console.log(item.kind);
