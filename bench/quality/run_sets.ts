import { join } from "node:path";
import { answerTree, type RankingVariant } from "./answer_tree.ts";
import { type BenchQuery, type BenchSet, type BenchTree, readBenchTrees } from "./bench_sets.ts";
import { findChangedLines, type LineRange } from "./changed_lines.ts";
import { Clones, type TreeHistory } from "./clones.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { reportTree, TextFile } from "./program.ts";
import { renderRunLine, type RunResult } from "./run_file.ts";
import { type LineScore, scoreLines } from "./score_lines.ts";
import { scoreQuery } from "./score_query.ts";
import type { ScoredQuery } from "./score_summary.ts";
import { StateFolder } from "./state_folder.ts";

/** Scores of a query, and of its lines when they are known. */
export interface AnsweredQuery extends ScoredQuery {
  readonly lines: LineScore | undefined;
}

/** Scores of one set by one way of ranking. */
export interface SetScores {
  readonly set: BenchSet;
  readonly variant: RankingVariant;
  readonly scored: readonly AnsweredQuery[];
}

/**
 * Runs sets of the benchmark by several ways of ranking, indexes each tree once, and returns the
 * scores of each set by each way. The run files `SET.jsonl` are of the first way; those of others
 * include its name.
 *
 * @throws {QualityUsageError} When a file, a tree or a history is missing.
 */
export async function runSets(
  options: SetsOptions,
  variants: readonly RankingVariant[],
): Promise<SetScores[]> {
  const trees = readBenchTrees(options.bench, options);
  const clones = options.history === undefined
    ? undefined
    : new Clones(options.history, join(options.bench, "repos.tsv"));
  using outputs = new SetOutputs(options, variants);
  using states = new StateFolder(options.state);
  for (const tree of trees) {
    const history = await clones?.find(tree.queries[0]!);
    const changes = history && await listChanges(tree, history);
    const report = await answerTree({
      ...tree,
      variants,
      state: states.of(tree.name),
      limit: options.limit,
      history,
      onAnswer: ({ query, variant, results }) =>
        outputs.add({ query, variant, results, changed: changes?.get(query) }),
    });
    states.release(tree.name);
    reportTree(tree.name, report);
  }
  return outputs.list();
}

/** Returns the changed lines of queries for which they are known. */
async function listChanges(
  { queries, tree }: BenchTree,
  history: TreeHistory,
): Promise<Map<BenchQuery, LineRange[]>> {
  const changes = new Map<BenchQuery, LineRange[]>();
  for (const query of queries) {
    const ranges = await findChangedLines(query, { history, tree });
    if (ranges !== undefined) changes.set(query, ranges);
  }
  return changes;
}

/** Output of a run: scores, and run files when a folder is given. */
class SetOutputs implements Disposable {
  readonly #files = new DisposableStack();
  readonly #outputs: {
    readonly set: BenchSet;
    readonly variant: RankingVariant;
    readonly run: TextFile | undefined;
    readonly scored: AnsweredQuery[];
  }[];

  constructor({ sets, out }: SetsOptions, variants: readonly RankingVariant[]) {
    if (out !== undefined) Deno.mkdirSync(out, { recursive: true });
    this.#outputs = sets.flatMap((set) =>
      variants.map((variant, i) => {
        const name = i === 0 ? `${set}.jsonl` : `${set}.${variant.name}.jsonl`;
        const run = out && this.#files.use(new TextFile(join(out, name)));
        return { set, variant, run: run || undefined, scored: [] };
      })
    );
  }

  add({ query, variant, results, changed }: {
    readonly query: BenchQuery;
    readonly variant: RankingVariant;
    readonly results: readonly RunResult[];
    readonly changed: readonly LineRange[] | undefined;
  }): void {
    const output = this.#outputs.find((one) => one.set === query.set && one.variant === variant)!;
    output.run?.write(renderRunLine(query, results));
    const { repo, queryId, category } = query;
    output.scored.push({
      repo,
      queryId,
      category,
      score: scoreQuery(query, results),
      lines: changed && scoreLines(changed, results),
    });
  }

  list(): SetScores[] {
    return this.#outputs.map(({ set, variant, scored }) => ({ set, variant, scored }));
  }

  [Symbol.dispose](): void {
    this.#files.dispose();
  }
}
