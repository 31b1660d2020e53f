import { RANKING_STEPS } from "../../mod.ts";
import type { RankingVariant } from "./answer_tree.ts";

/** The step that a plain search engine has too: the scores of the query's words. */
const WORD_SCORES = "chunks";

/** What a plain search engine does. */
export const PLAIN_RANKING: RankingVariant = {
  name: "plain BM25",
  disabled: RANKING_STEPS.filter((step) => step !== WORD_SCORES),
};

/** The product's ranking for those who have no vectors, or no git history. */
const PARTIAL_RANKINGS: readonly RankingVariant[] = [
  { name: "without vectors", disabled: ["meaning", "definitions"] },
  { name: "without history", disabled: ["subjects"] },
];

/** The rankings that the product's own is recorded next to. */
export const COMPARED_RANKINGS: readonly RankingVariant[] = [
  ...PARTIAL_RANKINGS.filter(({ disabled }) => RANKING_STEPS.includes(disabled[0]!)),
  PLAIN_RANKING,
];
