/**
 * From numbers to order: what an index says of a query, the steps that make a ranking of it, and the
 * tree that explains each score.
 *
 * Read `evidence.ts` first, then `file_steps.ts`, `name_steps.ts` and `ranking_steps.ts`, which have a record for
 * each step, then `choose_pool.ts`, `rank_evidence.ts` and `explain_ranking.ts`, which are the ranking.
 *
 * @module
 */

export * from "./answered_by_documents.ts";
export * from "./best_chunks.ts";
export * from "./bm25f.ts";
export * from "./candidate.ts";
export * from "./choose_pool.ts";
export * from "./commit_weight.ts";
export type * from "./evidence.ts";
export * from "./explain_ranking.ts";
export * from "./explanation.ts";
export * from "./file_name.ts";
export * from "./file_steps.ts";
export * from "./mention_evidence.ts";
export * from "./name_match.ts";
export * from "./name_share.ts";
export * from "./name_steps.ts";
export * from "./name_trust.ts";
export * from "./named_symbols.ts";
export * from "./path_kind.ts";
export * from "./phrase_chunks.ts";
export * from "./query_strength.ts";
export * from "./rank_evidence.ts";
export type * from "./ranking_step.ts";
export * from "./ranking_steps.ts";
export * from "./score_file.ts";
export * from "./verbosity.ts";
