import { openChunkRanking } from "./chunk_ranking.ts";
import type { TreeHistory } from "./clones.ts";
import { overrideConstants } from "./override_constants.ts";
import type { QualityQuery } from "./query_set.ts";
import { ResultCosts } from "./result_costs.ts";
import type { RunResult } from "./run_file.ts";

/** Measured way of ranking. */
export interface RankingVariant {
  readonly name: string;
  /** Names of the omitted ranking steps. */
  readonly disabled: readonly string[];
  /** Changed constants of ranking steps, by the steps' names. */
  readonly constants?: Readonly<Record<string, number>> | undefined;
}

/** Results for a query by a way of ranking. */
export interface TreeAnswer<Query extends QualityQuery> {
  readonly query: Query;
  readonly variant: RankingVariant;
  /** Results, best first, with paths from the root of the repository. */
  readonly results: readonly RunResult[];
}

/** Queries about a tree, and options of the ranking. */
export interface AnswerTreeOptions<Query extends QualityQuery> {
  /** Folder to index. */
  readonly root: string;
  /** Path of the folder in the repository, with `/`; empty for all of it. */
  readonly benchmarkRoot: string;
  readonly queries: readonly Query[];
  readonly variants: readonly RankingVariant[];
  /** Folder for the index. */
  readonly state: string;
  /** Maximum number of results of a query. */
  readonly limit: number;
  /** Commits that led to the tree; undefined to rank without them. */
  readonly history?: TreeHistory | undefined;
  readonly onAnswer: (answer: TreeAnswer<Query>) => void;
}

/** Durations of indexing and querying. */
export interface TreeReport {
  readonly documents: number;
  readonly chunks: number;
  readonly indexMs: number;
  /** Mean duration of a query by one way of ranking. */
  readonly queryMs: number;
}

/** Indexes a tree, runs every query by every way of ranking, and closes the index again. */
export async function answerTree<Query extends QualityQuery>(
  options: AnswerTreeOptions<Query>,
): Promise<TreeReport> {
  const { root, benchmarkRoot, queries, variants, limit, onAnswer } = options;
  const start = performance.now();
  const history = options.history && { ...options.history, folder: benchmarkRoot };
  using ranking = await openChunkRanking({ root, state: options.state, history });
  const { documents, chunks } = await ranking.update();
  const indexMs = performance.now() - start;
  const costs = new ResultCosts(root);
  let searchMs = 0;
  for (const query of queries) {
    for (const variant of variants) {
      using _constants = overrideConstants(variant.constants ?? {});
      const startMs = performance.now();
      const results = await ranking.rank(query.query, { limit, disabled: variant.disabled });
      searchMs += performance.now() - startMs;
      onAnswer({
        query,
        variant,
        results: results.map(({ path, startLine, endLine }) => ({
          path: benchmarkRoot === "" ? path : `${benchmarkRoot}/${path}`,
          startLine,
          endLine,
          tokens: costs.tokens(path, { startLine, endLine }),
        })),
      });
    }
  }
  const queryMs = searchMs / (queries.length * variants.length);
  return { documents, chunks, indexMs, queryMs };
}
