/**
 * Ranking: evidence of an index for a query, the steps that make a ranking of it, and the tree that
 * explains each score.
 *
 * Read `index_view.ts` first: it defines the numbers that an index provides. Then read
 * `evidence.ts` and `gather_evidence.ts`, which turn them into evidence. `file_steps.ts`,
 * `name_steps.ts` and `ranking_steps.ts` have a record for each step. `choose_pool.ts`,
 * `rank_evidence.ts` and `explain_ranking.ts` are the ranking.
 *
 * @module
 */

export * from "./answered_by_documents.ts";
export * from "./best_chunks.ts";
export * from "./bm25f.ts";
export * from "./candidate.ts";
export * from "./choose_pool.ts";
export * from "./commit_weight.ts";
export * from "./corpus_statistics.ts";
export type * from "./evidence.ts";
export * from "./explain_ranking.ts";
export * from "./explanation.ts";
export * from "./file_name.ts";
export * from "./file_steps.ts";
export * from "./gather_evidence.ts";
export * from "./index_view.ts";
export * from "./join_evidence.ts";
export * from "./lexical_scorer.ts";
export * from "./find_mentions.ts";
export * from "./name_match.ts";
export * from "./name_scorer.ts";
export * from "./name_steps.ts";
export * from "./name_trust.ts";
export * from "./named_symbols.ts";
export * from "./path_kind.ts";
export * from "./phrase_chunks.ts";
export * from "./postings.ts";
export type * from "./analyzed_query.ts";
export * from "./query_strength.ts";
export * from "./quotas.ts";
export * from "./rank_evidence.ts";
export type * from "./ranking_step.ts";
export * from "./ranking_steps.ts";
export * from "./score_file.ts";
export * from "./score_subjects.ts";
export * from "./term_lookup.ts";
export * from "./verbosity.ts";
