/**
 * Passages of the ranked chunks, read from the current tree.
 *
 * @module
 */

export { noteChanged, noteCopies, noteWithoutWords } from "./note_ranking.ts";
