// deno-lint-ignore-file no-console -- the examples print what they get

/**
 * Gives an agent one issue and answers its requests, until it has no more:
 *
 *     deno run -A --config deno.json examples/orchestrator_loop.ts FOLDER issues/up-7.json
 */

import { openEngine, openEstimator, openRenderer } from "../mod.ts";

const MAX_ROUNDS = 3;

const [root = ".", issuePath = "issues/up-7.json"] = Deno.args;

using engine = await openEngine({ root });
const renderer = await openRenderer("prompt", engine.root);
const estimator = await openEstimator("piece");

const { issue, trackerPaths } = await engine.readIssue(issuePath);
const session = issue.id ?? "example";
const bundle = await engine.contextForIssue(issue, {
  session,
  trackerPaths,
  format: "prompt",
  // Names that a model guesses for the code find more than the words of the issue do.
  names: await guessNames(issue.title),
});
let prompt = renderer.render(bundle, estimator);

for (let round = 1; round <= MAX_ROUNDS; round++) {
  const text = await runAgent(prompt);
  const answer = await engine.answerRequests(text, { session, format: "prompt" });
  for (const { signal, reason } of answer.signals ?? []) {
    console.log(`round ${round}: ${signal}${reason === undefined ? "" : ` (${reason})`}`);
  }
  for (const { request, outcome } of answer.outcomes ?? []) {
    console.log(`round ${round}: ${request}: ${outcome}`);
  }
  if ((answer.outcomes ?? []).length === 0) break;
  prompt += renderer.render(answer, estimator);
}

/**
 * Replaces your model: ask it for ten to twenty names that the code may use, from the issue alone.
 */
function guessNames(_title: string): Promise<readonly string[]> {
  return Promise.resolve(["drainQueue", "GivenUpFile", "reason", "lastError"]);
}

/** Replaces your agent: it sends one request, and then says that it is done. */
function runAgent(prompt: string): Promise<string> {
  const isAnswered = prompt.includes("# Requested context");
  return Promise.resolve(isAnswered ? "ISSUE_COMPLETE" : "NEED_CODE: src/retry.ts#pauseAfter");
}
