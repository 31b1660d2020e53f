import { join } from "node:path";
import { answerTree, type RankingVariant } from "./answer_tree.ts";
import { type BenchSet, readBenchTrees } from "./bench_sets.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { reportTree } from "./report_tree.ts";
import { renderRunLine } from "./run_file.ts";
import { scoreQuery } from "./score_query.ts";
import type { ScoredQuery } from "./score_summary.ts";
import { StateFolder } from "./state_folder.ts";
import { TextFile } from "./text_file.ts";

/** The scores of one set by one way of ranking. */
export interface SetScores {
  readonly set: BenchSet;
  readonly variant: RankingVariant;
  readonly scored: readonly ScoredQuery[];
}

/**
 * Runs sets of the benchmark by several ways of ranking, each tree being indexed once, and returns
 * the scores of each set by each way. The run files `SET.jsonl` are of the first way, those of
 * others have its name in theirs.
 *
 * @throws {QualityUsageError} When a file or a tree is missing.
 */
export async function runSets(
  options: SetsOptions,
  variants: readonly RankingVariant[],
): Promise<SetScores[]> {
  const { sets, limit } = options;
  const trees = readBenchTrees(options.bench, options);
  using runs = new DisposableStack();
  const outputs = sets.flatMap((set) =>
    variants.map((variant, i) => {
      const file = options.out && join(options.out, i === 0 ? set : `${set}.${variant.name}`);
      if (i === 0 && options.out !== undefined) Deno.mkdirSync(options.out, { recursive: true });
      const run = file === undefined ? undefined : runs.use(new TextFile(`${file}.jsonl`));
      return { set, variant, run, scored: [] as ScoredQuery[] };
    })
  );
  using states = new StateFolder(options.state);
  for (const tree of trees) {
    const { name, root, benchmarkRoot, queries } = tree;
    const report = await answerTree({
      root,
      benchmarkRoot,
      queries,
      variants,
      state: states.of(name),
      limit,
      onAnswer: ({ query, variant, results }) => {
        const output = outputs.find((one) => one.set === query.set && one.variant === variant)!;
        output.run?.write(renderRunLine(query, results));
        const { repo, queryId, category } = query;
        output.scored.push({ repo, queryId, category, score: scoreQuery(query, results) });
      },
    });
    states.release(name);
    reportTree(name, report);
  }
  return outputs;
}
