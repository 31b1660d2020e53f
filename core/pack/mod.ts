/**
 * From candidates to what fits a budget: fragments, omissions and the bundle that holds both.
 *
 * @module
 */

export * from "./appetite.ts";
export * from "./bundle.ts";
export * from "./bundle_hash.ts";
export { markNearCopies } from "./near_copies.ts";
export * from "./new_ranges.ts";
export * from "./pack_in_order.ts";
export * from "./pack_ranked.ts";
export * from "./pack_sections.ts";
export * from "./section.ts";
export * from "./remove_redundant_omissions.ts";
