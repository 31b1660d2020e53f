/**
 * `deno task bench:issues`: measures the bundles of the issues in a benchmark's sets: their
 * share of the touched files, their documents, cost and time. The options are those of
 * `bench:quality`; `--help` prints them.
 */

import { measureIssues } from "./measure_issues.ts";
import { printAnswer, QualityUsageError } from "./program.ts";
import { parseQualityArguments } from "./quality_arguments.ts";

const ISSUES_USAGE = `Measures the bundles of issues.

deno task bench:issues --bench DIR --trees DIR [--sets SET,…] [--history DIR] [--state DIR]
    as for bench:quality; prints a line for each issue, and the means of each set
`;

await printAnswer(async () => {
  const command = parseQualityArguments(Deno.args);
  if (command.kind === "help") return ISSUES_USAGE;
  if (command.kind !== "sets") {
    throw new QualityUsageError('Cannot measure bundles without sets: give "--bench DIR"');
  }
  return await measureIssues(command);
});
