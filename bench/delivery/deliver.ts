import { join } from "node:path";
import { countPieces } from "@dossier/core";
import { type Bundle, type Engine, openEngine } from "../../mod.ts";
import { PLAIN_RANKING } from "../quality/compared_rankings.ts";
import { ResultCosts } from "../quality/result_costs.ts";
import type { DeliveryQuestion } from "./delivery_question.ts";
import type { DeliveredBundle, ShownPassage } from "./score_delivery.ts";

/** A way of answering that is measured. */
export interface DeliveryMethod {
  readonly name: string;
  /** Returns what an agent is given for a question within a budget, in tokens. */
  readonly deliver: (
    engine: Engine,
    question: DeliveryQuestion,
    budget: number,
  ) => Promise<DeliveredBundle>;
}

/** Results that a baseline is filled from. */
const BASELINE_RESULTS = 200;

const READ_ONLY = { refresh: false, record: false } as const;

/** The program's bundle for a question. */
export const QUERY_BUNDLE: DeliveryMethod = {
  name: "dossier",
  deliver: async (engine, { query }, budget) =>
    toDelivered(await engine.context(query, { ...READ_ONLY, budget })),
};

/** The program's bundle for a task. */
export const ISSUE_BUNDLE: DeliveryMethod = {
  name: "dossier, as an issue",
  deliver: async (engine, { issue }, budget) =>
    toDelivered(await engine.contextForIssue(issue, { ...READ_ONLY, budget })),
};

/** Whole files in the order of the ranking, the last as far as it fits: no ranking within files at all. */
const WHOLE_FILES: DeliveryMethod = {
  name: "whole files in ranking order",
  async deliver(engine, { query, root }, budget) {
    const { results } = await engine.search(query, { limit: BASELINE_RESULTS, refresh: false });
    const passages: ShownPassage[] = [];
    let used = 0;
    for (const path of new Set(results.map(({ path }) => path))) {
      const lines = Deno.readTextFileSync(join(root, path)).split("\n");
      const fitting = countFitting([path, ...lines], budget - used) - 1;
      if (fitting < 1) break;
      const tokens = countPieces([path, ...lines.slice(0, fitting)].join("\n"));
      passages.push({ path, startLine: 1, endLine: fitting, tokens, form: "snippet" });
      used += tokens;
    }
    return { passages, used };
  },
};

/** Chunks in the order of BM25, each that fits. */
const PLAIN_CHUNKS: DeliveryMethod = {
  name: "BM25 over definitions",
  async deliver(engine, { query, root }, budget) {
    const { disabled } = PLAIN_RANKING;
    const { results } = await engine.search(query, {
      ...{ limit: BASELINE_RESULTS, refresh: false, disabled },
    });
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
  },
};

/** What the program is compared with. */
export const BASELINES: readonly DeliveryMethod[] = [WHOLE_FILES, PLAIN_CHUNKS];

/** Returns an engine over the tree of a question, with its index up to date. */
export async function openTree(
  { root, history }: DeliveryQuestion,
  state: string,
): Promise<Engine> {
  const engine = await openEngine({
    ...{ root, state },
    ...(history === undefined ? {} : { history: { ...history, folder: "" } }),
  });
  await engine.index();
  return engine;
}

function toDelivered({ fragments, budget }: Bundle): DeliveredBundle {
  const passages = fragments.flatMap(({ location, tokens, form }) => {
    if (location === undefined) return [];
    const { path, startLine, endLine } = location;
    return [{ path, startLine, endLine, tokens, form }];
  });
  return { passages, used: budget.used };
}

/** Returns how many of some lines fit into a number of tokens, by halving. */
function countFitting(lines: readonly string[], budget: number): number {
  let [fits, tooMany] = [0, lines.length + 1];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (countPieces(lines.slice(0, middle).join("\n")) <= budget) fits = middle;
    else tooMany = middle;
  }
  return fits;
}
