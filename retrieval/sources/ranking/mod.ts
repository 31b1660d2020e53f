/**
 * Passages of the ranked chunks, read from the tree as it is now.
 *
 * @module
 */

export { noteChanged, noteWithoutWords } from "./note_ranking.ts";
