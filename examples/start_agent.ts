// deno-lint-ignore-file no-console -- the examples print what they get

/**
 * Prints the instructions of an agent for a kind of work, and their sources:
 *
 *     deno run -A --config deno.json examples/start_agent.ts . work/review change=main..mine area=core
 */

import { composePrompt } from "../library/policy.ts";
import { ContextError, openEngine } from "../mod.ts";

const [root = ".", profile = "work/review", ...written] = Deno.args;
const inputs = Object.fromEntries(
  written.map((one) => one.split(/=(.*)/s).slice(0, 2) as [string, string]),
);

try {
  using engine = await openEngine({ root });
  const composed = await composePrompt(engine, { profile, inputs });
  const { chain, blocks, skipped, system, messages, palette, limits } = composed;

  // Each text says what requested it, what it costs, and which file it is from.
  console.log(`chain: ${chain.map(({ id }) => id).join(" > ")}`);
  for (const { id, position, tokens, origin } of blocks) {
    console.log(`${position}: ${id}, ${tokens} tokens, ${origin.path}`);
  }
  for (const { id, reason } of skipped) console.log(`left out: ${id} (${reason})`);

  // These are the inputs of a model, and its limits.
  console.log(`system prompt: ${system.length} characters`);
  for (const { role, content } of messages) console.log(`${role}: ${content.length} characters`);
  console.log(`tools: ${palette.definitions.map(({ name }) => name).join(", ")}`);
  console.log(`turns: ${limits.turns}`);
} catch (error) {
  if (!(error instanceof ContextError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  Deno.exit(1);
}
