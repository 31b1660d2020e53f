import { RANKING_STEPS } from "../../mod.ts";
import type { RankingVariant } from "./answer_tree.ts";

/** Step that a plain search engine has, too: the scores of the query's words. */
const WORD_SCORES = "chunks";

/** Ranking of a plain search engine. */
export const PLAIN_RANKING: RankingVariant = {
  name: "plain BM25",
  disabled: RANKING_STEPS.filter((step) => step !== WORD_SCORES),
};

/** Product rankings without vectors, or without git history. */
const PARTIAL_RANKINGS: readonly RankingVariant[] = [
  { name: "without vectors", disabled: ["meaning", "definitions"] },
  { name: "without history", disabled: ["subjects"] },
];

/** Rankings that are recorded beside the product's own. */
export const COMPARED_RANKINGS: readonly RankingVariant[] = [
  ...PARTIAL_RANKINGS.filter(({ disabled }) => RANKING_STEPS.includes(disabled[0]!)),
  PLAIN_RANKING,
];
