/**
 * `deno task bench:quality`: runs queries with known answers, writes the ranked results and scores
 * them; `--help` prints the options.
 */

import { printAnswer } from "./program.ts";
import { parseQualityArguments, QUALITY_USAGE } from "./quality_arguments.ts";

await printAnswer(async () => {
  const command = parseQualityArguments(Deno.args);
  switch (command.kind) {
    case "help":
      return QUALITY_USAGE;
    case "score":
      return (await import("./score_run.ts")).scoreRun(command);
    case "queries":
      await (await import("./run_queries.ts")).runQueries(command);
      return "";
    case "sets":
      return await (await import("./measure_sets.ts")).measureSets(command);
  }
});
