/**
 * Passages of the ranked chunks, read from the tree as it is now.
 *
 * @module
 */

export { noteChanged, noteCopies, noteWithoutWords } from "./note_ranking.ts";
