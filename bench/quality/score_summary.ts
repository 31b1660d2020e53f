import { type QueryScore, scoreOf } from "./score_query.ts";

/** Score of one query of a set. */
export interface ScoredQuery {
  readonly repo: string;
  readonly queryId: string;
  readonly category: string;
  readonly score: QueryScore;
}

/** Means of a set of queries. */
export interface ScoreSummary {
  readonly queries: number;
  readonly repositories: number;
  /** Mean over repositories of the mean over their queries: the main figure. */
  readonly byRepository: QueryScore;
  /** Mean over all queries, with equal weights. */
  readonly byQuery: QueryScore;
  /** NDCG@10 of each category, mean over the repositories that have it, in order of their names. */
  readonly categories: ReadonlyMap<string, number>;
}

/** Returns the means of the scores of a set. */
export function summariseScores(scored: readonly ScoredQuery[]): ScoreSummary {
  const categories = Map.groupBy(
    scored.toSorted((a, b) => a.category < b.category ? -1 : a.category > b.category ? 1 : 0),
    ({ category }) => category,
  );
  return {
    queries: scored.length,
    repositories: new Set(scored.map(({ repo }) => repo)).size,
    byRepository: meanByRepository(scored),
    byQuery: mean(scored.map(({ score }) => score)),
    categories: new Map(
      [...categories].map(([name, members]) => [name, meanByRepository(members).ndcg10]),
    ),
  };
}

/** Returns the mean over repositories of the mean over their queries; zeros for no queries. */
export function meanByRepository(scored: readonly ScoredQuery[]): QueryScore {
  const repositories = Map.groupBy(scored, ({ repo }) => repo);
  return mean([...repositories.values()].map((members) => mean(members.map(({ score }) => score))));
}

function mean(scores: readonly QueryScore[]): QueryScore {
  return scoreOf((metric) => {
    const total = scores.reduce((sum, score) => sum + score[metric], 0);
    return scores.length === 0 ? 0 : total / scores.length;
  });
}
