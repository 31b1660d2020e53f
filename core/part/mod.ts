/**
 * Parts of files: the definitions, sections and blocks of high-ranking files that a question is
 * about.
 *
 * @module
 */

export * from "./best_blocks.ts";
export * from "./cut_parts.ts";
export { decodePartLocations, decodeParts, encodeParts, type PartLocation } from "./part_codec.ts";
export * from "./find_outside_scope.ts";
export * from "./find_signature.ts";
export * from "./part_evidence.ts";
export * from "./part_steps.ts";
export * from "./rank_parts.ts";
export * from "./classify_question.ts";
