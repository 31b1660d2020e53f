/**
 * From numbers to order: BM25F, the best of many, and the tree that explains each score.
 *
 * @module
 */

export * from "./bm25f.ts";
export * from "./candidate.ts";
export * from "./explanation.ts";
export * from "./saturate_files.ts";
export * from "./select_best.ts";
