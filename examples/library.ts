// deno-lint-ignore-file no-console -- the examples print what they get

/**
 * Queries a project with the library:
 *
 *     deno run -A --config deno.json examples/library.ts FOLDER "how often is an upload tried again"
 */

import { ContextError, findRenderer, openEngine, openEstimator } from "../mod.ts";

const [root = ".", query = "how often is an upload tried again"] = Deno.args;

try {
  using engine = await openEngine({ root });

  // The bundle as a value: what is shown, what is omitted, and why.
  const bundle = await engine.context(query, { budget: 600, session: "example" });
  for (const { source, form } of bundle.fragments) {
    console.log(`${source} (${form})`);
  }
  console.log(`${bundle.omitted.length} ranges are left out`);

  // The bundle as text for a model. It costs what the bundle says.
  const estimator = await openEstimator(bundle.budget.estimator);
  const text = findRenderer("markdown").render(bundle, estimator);
  console.log(`${text.split("\n").length} lines, ${bundle.budget.used} tokens`);

  // Scores, without a bundle.
  const { results } = await engine.search(query, { limit: 1 });
  for (const { path, score } of results) console.log(`best: ${path} ${score.toFixed(3)}`);
} catch (error) {
  // An error that a program may handle has a code.
  if (!(error instanceof ContextError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  Deno.exit(1);
}
