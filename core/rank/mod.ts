/**
 * From numbers to order: BM25F, the best of many, and the tree that explains each score.
 *
 * @module
 */

export * from "./best_chunks.ts";
export * from "./bm25f.ts";
export * from "./candidate.ts";
export * from "./definition_match.ts";
export * from "./explanation.ts";
export type * from "./file_evidence.ts";
export * from "./file_name.ts";
export * from "./history_weight.ts";
export * from "./label_match.ts";
export * from "./name_share.ts";
export * from "./path_kind.ts";
export * from "./ranking_steps.ts";
export * from "./score_file.ts";
export * from "./verbosity.ts";
