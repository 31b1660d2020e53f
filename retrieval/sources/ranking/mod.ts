/**
 * Passages of the ranked chunks, read from the tree as it is now.
 *
 * @module
 */

export { noteWithoutWords } from "./note_ranking.ts";
export { rankChunks } from "./ranking_source.ts";
