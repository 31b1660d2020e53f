import { type Engine, openEngine } from "@dossier/retrieval";
import type { Quotas } from "@dossier/core/rank";
import { Workspace } from "@dossier/retrieval/workspace";
import { type BenchQuery, type BenchTree, readBenchTrees } from "../quality/bench_sets.ts";
import { writeText } from "../quality/program.ts";
import type { RunResult } from "../quality/run_file.ts";
import { scoreQuery } from "../quality/score_query.ts";
import { StateFolder } from "../quality/state_folder.ts";
import { markdownTable } from "../markdown_table.ts";
import { groupItems } from "./group_items.ts";
import { MERGES } from "./merge_lists.ts";

/** Repositories and questions to measure. */
export interface MeasureOptions {
  /** Folder with the sets. */
  readonly bench: string;
  /** Folder with the trees. */
  readonly trees: string;
  /** Folder for the indexes; undefined for one that is removed afterwards. */
  readonly state: string | undefined;
  /** Numbers of repositories that are queried at once. */
  readonly sizes: readonly number[];
  /** Names of policies; all when empty. */
  readonly policies: readonly string[];
  /** Unit of the results: parts or files. */
  readonly by: "part" | "file";
}

/** Tree of the benchmark with its engine. */
interface OpenedTree extends BenchTree {
  readonly engine: Engine;
  readonly chunks: number;
}

/** Result of any of the repositories. */
interface Hit {
  readonly repository: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
}

/** Returns the answer of several trees to a query together. */
type Policy = (query: string, trees: readonly OpenedTree[]) => Promise<readonly Hit[]>;

const LIMIT = 10;

/** Scores of a policy. */
interface Scores {
  ndcg10: number;
  recall5: number;
  recall10: number;
  /** Share of the first ten results from the repository of the question. */
  own: number;
}

const METRICS = ["ndcg10", "recall5", "recall10", "own"] as const;

/** Share of the repositories that count as small, by their chunks. */
const SMALL_SHARE = 1 / 3;

/**
 * Runs the queries of a set over several repositories at once, and returns a table of the results
 * of each policy.
 */
export async function measureRepositories(options: MeasureOptions): Promise<string> {
  const { by, sizes } = options;
  const policies = listPolicies(by)
    .filter(([name]) => options.policies.length === 0 || options.policies.includes(name));
  using stack = new DisposableStack();
  const states = stack.use(new StateFolder(options.state));
  const opened: OpenedTree[] = [];
  for (const tree of readBenchTrees(options.bench, { sets: ["queries"], trees: options.trees })) {
    const engine = stack.use(await openEngine({ root: tree.root, state: states.of(tree.name) }));
    const { documents, chunks } = await engine.index();
    writeText(Deno.stderr, `${tree.name}: ${documents} documents, ${chunks} chunks\n`);
    opened.push({ ...tree, engine, chunks });
  }
  const bySize = opened.toSorted((a, b) => a.chunks - b.chunks);
  const small = new Set(bySize.slice(0, Math.round(bySize.length * SMALL_SHARE)));
  const row = async (groups: readonly (readonly OpenedTree[])[], policy: Policy) => {
    const scores = await measure(groups, policy);
    const ofSmall = mean(scores.flatMap(({ tree, mean }) => small.has(tree) ? [mean] : []));
    return [...renderScores(mean(scores.map(({ mean }) => mean))), ofSmall.ndcg10.toFixed(3)];
  };
  const rows: string[][] = [];
  const [[, alone]] = listPolicies(by) as [[string, Policy]];
  rows.push(["1", "alone", ...await row(opened.map((tree) => [tree]), alone)]);
  for (const size of sizes) {
    for (const [name, policy] of policies) {
      rows.push([`${size}`, name, ...await row(groupItems(opened, size), policy)]);
      writeText(Deno.stderr, `${rows.at(-1)!.join("  ")}\n`);
    }
  }
  return markdownTable(["repositories", "policy", ...METRICS, "ndcg10 of the small"], rows);
}

const UNBOUND: Quotas = { most: 1, least: 0 };

const QUOTAS: readonly Quotas[] = [
  { most: 0.8, least: 0 },
  { most: 0.6, least: 0 },
  { most: 1, least: 0.1 },
];

function listPolicies(by: MeasureOptions["by"]): readonly (readonly [string, Policy])[] {
  const alone = (merge: typeof MERGES[string]): Policy => async (query, trees) => {
    const lists = [];
    for (const { name, engine } of trees) {
      const { results } = await engine.search(query, { limit: LIMIT, by, refresh: false });
      lists.push(results.map((hit) => ({ ...hit, repository: name })));
    }
    return merge(lists);
  };
  const together = (
    statistics: "own" | "summed",
    quotas: Quotas,
  ): Policy =>
  async (query, trees) => {
    const workspace = new Workspace(trees);
    const options = { limit: LIMIT, by, refresh: false, quotas };
    const { results } = await workspace.search(query, options, { statistics });
    return results.map((hit) => ({ ...hit, repository: hit.repository! }));
  };
  return [
    ...Object.entries(MERGES).map(([name, merge]) => [name, alone(merge)] as const),
    ["one scale, own statistics", together("own", UNBOUND)],
    ["one scale, summed statistics", together("summed", UNBOUND)],
    ...QUOTAS.map((quotas) =>
      [`summed, most ${quotas.most}, least ${quotas.least}`, together("summed", quotas)] as const
    ),
  ];
}

/** Returns the means over the queries of each repository. */
async function measure(
  groups: readonly (readonly OpenedTree[])[],
  policy: Policy,
): Promise<readonly { readonly tree: OpenedTree; readonly mean: Scores }[]> {
  const means: { tree: OpenedTree; mean: Scores }[] = [];
  for (const group of groups) {
    const [firstTree] = group;
    const scores: Scores[] = [];
    for (const query of firstTree!.queries) {
      const hits = (await policy(query.query, group)).slice(0, LIMIT);
      scores.push(scoreHits(query, hits, firstTree!));
    }
    means.push({ tree: firstTree!, mean: mean(scores) });
  }
  return means;
}

function scoreHits(
  query: BenchQuery,
  hits: readonly Hit[],
  { name, benchmarkRoot }: BenchTree,
): Scores {
  const results = hits.map(({ repository, path, startLine, endLine }): RunResult => ({
    // A result of another repository matches no target, regardless of its path.
    path: repository !== name ? "\0" : benchmarkRoot === "" ? path : `${benchmarkRoot}/${path}`,
    startLine,
    endLine,
    tokens: 0,
  }));
  const { ndcg10, recall10 } = scoreQuery(query, results);
  const { recall10: recall5 } = scoreQuery(query, results.slice(0, 5));
  const own = hits.filter(({ repository }) => repository === name).length /
    Math.max(1, hits.length);
  return { ndcg10, recall5, recall10, own };
}

function mean(all: readonly Scores[]): Scores {
  const of = (key: keyof Scores) => all.reduce((sum, one) => sum + one[key], 0) / all.length;
  return {
    ndcg10: of("ndcg10"),
    recall5: of("recall5"),
    recall10: of("recall10"),
    own: of("own"),
  };
}

function renderScores(scores: Scores): string[] {
  return METRICS.map((key) => scores[key].toFixed(3));
}
