import { join } from "node:path";
import { answerTree } from "./answer_tree.ts";
import { treeName } from "./bench_sets.ts";
import type { QueriesOptions } from "./quality_arguments.ts";
import { groupQueries, parseQueries } from "./query_set.ts";
import { reportTree, TextFile } from "./program.ts";
import { renderRunLine } from "./run_file.ts";
import { StateFolder } from "./state_folder.ts";

/** Runs every query of a file and writes the results. */
export async function runQueries(options: QueriesOptions): Promise<void> {
  const { limit, disabled } = options;
  using run = new TextFile(options.out);
  using states = new StateFolder(options.state);
  for (const group of groupQueries(parseQueries(Deno.readTextFileSync(options.queries)))) {
    const { repo, benchmarkRoot, queries } = group;
    const name = treeName(group);
    const report = await answerTree({
      root: join(options.trees, repo, benchmarkRoot),
      benchmarkRoot,
      queries,
      variants: [{ name: "", disabled }],
      state: states.of(name),
      limit,
      onAnswer: ({ query, results }) => run.write(renderRunLine(query, results)),
    });
    states.release(name);
    reportTree(name, report);
  }
}
