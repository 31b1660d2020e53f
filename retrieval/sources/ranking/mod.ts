/**
 * Passages of the ranked chunks, read from the tree as it is now.
 *
 * @module
 */

export { readPassages } from "./read_passages.ts";
