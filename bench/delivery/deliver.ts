import { join } from "node:path";
import { estimateTokens } from "@dossier/core";
import { type Appetite, DEFAULT_APPETITE } from "@dossier/core/pack";
import { type Bundle, type Engine, openEngine } from "../../mod.ts";
import type { LineRange } from "../quality/changed_lines.ts";
import { type ChunkRanking, openChunkRanking } from "../quality/chunk_ranking.ts";
import { PLAIN_RANKING } from "../quality/compared_rankings.ts";
import { ResultCosts } from "../quality/result_costs.ts";
import type { DeliveryQuestion } from "./delivery_question.ts";
import { WindowSearch } from "./window_search.ts";
import type { DeliveredBundle, ShownPassage } from "./score_delivery.ts";

/** Tree with an index that is up to date. */
export interface QueriedTree {
  readonly engine: Engine;
  readonly chunks: ChunkRanking;
  /** Plain full-text index of the same files, built at its first use. */
  readonly windows: () => Promise<WindowSearch>;
}

/** Measured way of answering. */
export interface DeliveryMethod {
  readonly name: string;
  /** Returns the delivery for a question within a budget, in tokens. */
  readonly deliver: (
    tree: QueriedTree,
    question: Pick<DeliveryQuestion, "query" | "names" | "issue" | "root">,
    budget: number,
  ) => Promise<DeliveredBundle>;
  /** Returns the best {@link RANKED} locations for a question; absent when it ranks only files. */
  readonly rank?: (tree: QueriedTree, question: DeliveryQuestion) => Promise<readonly LineRange[]>;
}

/** Number of scored results of a ranking. */
export const RANKED = 10;

/** Number of results from which a baseline is filled. */
const BASELINE_RESULTS = 200;

const READ_ONLY = { refresh: false, record: false } as const;

/** Returns the program's method to make a bundle for a question. */
export function queryBundle(appetite: Appetite = DEFAULT_APPETITE): DeliveryMethod {
  return {
    name: appetite === DEFAULT_APPETITE ? "dossier" : `dossier, ${appetite}`,
    deliver: async ({ engine }, { query, names }, budget) =>
      toDelivered(await engine.context(query, { ...READ_ONLY, names, budget, appetite })),
    rank: rankParts,
  };
}

/** The program's bundle for a task. */
export const ISSUE_BUNDLE: DeliveryMethod = {
  name: "dossier, as an issue",
  deliver: async ({ engine }, { issue, names }, budget) =>
    toDelivered(await engine.contextForIssue(issue, { ...READ_ONLY, names, budget })),
  rank: rankParts,
};

/**
 * Whole files in the order of the ranking, the last cut to fit, without any ranking inside of
 * files.
 */
const WHOLE_FILES: DeliveryMethod = {
  name: "whole files in ranking order",
  async deliver({ chunks }, { query, names, root }, budget) {
    const results = await chunks.rank(query, { names, limit: BASELINE_RESULTS });
    const passages: ShownPassage[] = [];
    let used = 0;
    for (const path of new Set(results.map(({ path }) => path))) {
      const lines = Deno.readTextFileSync(join(root, path)).split("\n");
      const fitting = countFitting([path, ...lines], budget - used) - 1;
      if (fitting < 1) break;
      const tokens = estimateTokens([path, ...lines.slice(0, fitting)].join("\n"));
      passages.push({ path, startLine: 1, endLine: fitting, tokens, form: "snippet" });
      used += tokens;
    }
    return { passages, used };
  },
};

const PLAIN = { disabled: PLAIN_RANKING.disabled };

/** Chunks in the order of BM25, each that fits. */
const PLAIN_CHUNKS: DeliveryMethod = {
  name: "BM25 over definitions",
  rank: ({ chunks }, question) => chunks.rank(textOf(question), { ...PLAIN, limit: RANKED }),
  async deliver({ chunks }, question, budget) {
    return fillInOrder(
      await chunks.rank(textOf(question), { ...PLAIN, limit: BASELINE_RESULTS }),
      { root: question.root, budget },
    );
  },
};

/** Windows of 40 lines in the order of SQLite's own full-text search, each that fits. */
const WINDOWS: DeliveryMethod = {
  name: "FTS5 over 40 lines",
  rank: async ({ windows }, question) => (await windows()).search(textOf(question), RANKED),
  async deliver({ windows }, question, budget) {
    const results = (await windows()).search(textOf(question), BASELINE_RESULTS);
    return fillInOrder(results, { root: question.root, budget });
  },
};

/** Returns the words of a question followed by its names, for methods without names. */
function textOf({ query, names }: Pick<DeliveryQuestion, "query" | "names">): string {
  return [query, ...names].join(" ");
}

/** Returns the results that fit a budget, each as a passage. */
function fillInOrder(
  results: readonly LineRange[],
  { root, budget }: { readonly root: string; readonly budget: number },
): DeliveredBundle {
  const costs = new ResultCosts(root);
  const passages: ShownPassage[] = [];
  let used = 0;
  for (const { path, startLine, endLine } of results) {
    const tokens = costs.tokens(path, { startLine, endLine });
    if (used + tokens > budget) continue;
    passages.push({ path, startLine, endLine, tokens, form: "snippet" });
    used += tokens;
  }
  return { passages, used };
}

/** Methods that the program is compared with. */
export const BASELINES: readonly DeliveryMethod[] = [WHOLE_FILES, PLAIN_CHUNKS, WINDOWS];

/** Returns the tree of a question, with an up-to-date index. */
export async function openTree(
  { root, history }: Pick<DeliveryQuestion, "root" | "history">,
  state: string,
): Promise<QueriedTree & Disposable> {
  const options = {
    root,
    state,
    ...(history === undefined ? {} : { history: { ...history, folder: "" } }),
  };
  using opened = new DisposableStack();
  const engine = opened.use(await openEngine(options));
  await engine.index();
  const chunks = opened.use(await openChunkRanking(options));
  const kept = opened.move();
  let windows: Promise<WindowSearch> | undefined;
  return {
    engine,
    chunks,
    windows: () =>
      windows ??= chunks.listPaths().then((paths) => kept.use(new WindowSearch(root, paths))),
    [Symbol.dispose]: () => kept.dispose(),
  };
}

async function rankParts(
  { engine }: QueriedTree,
  { query, names }: DeliveryQuestion,
): Promise<readonly LineRange[]> {
  return (await engine.search(query, { names, limit: RANKED, refresh: false })).results;
}

function toDelivered({ fragments, budget }: Bundle): DeliveredBundle {
  const passages = fragments.flatMap(({ location, tokens, form }) => {
    if (location === undefined) return [];
    const { path, startLine, endLine, ranges } = location;
    return [{ path, startLine, endLine, tokens, form, ...(ranges && { ranges }) }];
  });
  return { passages, used: budget.used };
}

/** Returns the number of lines that fit into a number of tokens, by bisection. */
function countFitting(lines: readonly string[], budget: number): number {
  let [fits, tooMany] = [0, lines.length + 1];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (estimateTokens(lines.slice(0, middle).join("\n")) <= budget) fits = middle;
    else tooMany = middle;
  }
  return fits;
}
