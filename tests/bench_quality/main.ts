/**
 * `deno task bench:quality`: asks queries with known answers, writes the ranked results and scores
 * them; `--help` tells the options.
 */

import { parseQualityArguments, QUALITY_USAGE, type QualityCommand } from "./quality_arguments.ts";
import { QualityUsageError } from "./quality_usage_error.ts";
import { writeText } from "./text_file.ts";

const USAGE_EXIT_CODE = 2;

try {
  writeText(Deno.stdout, await answer(parseQualityArguments(Deno.args)));
} catch (error) {
  if (!(error instanceof QualityUsageError)) throw error;
  writeText(Deno.stderr, `${error.message}\n`);
  Deno.exitCode = USAGE_EXIT_CODE;
}

async function answer(command: QualityCommand): Promise<string> {
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
}
