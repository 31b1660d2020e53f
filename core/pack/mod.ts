/**
 * From a ranking to what fits a budget: passages, omissions and the bundle that holds both.
 *
 * @module
 */

export { asPassage } from "./as_passage.ts";
export * from "./bundle.ts";
export * from "./bundle_hash.ts";
export * from "./list_gaps.ts";
export * from "./new_ranges.ts";
export * from "./pack_passages.ts";
export * from "./pack_sections.ts";
export * from "./passage_candidate.ts";
export * from "./tidy_omissions.ts";
