/**
 * Packing: from candidates to the fragments that fit a budget, the omissions, and the bundle of
 * both.
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
