/**
 * Shows people what the index holds and what is wrong with a tree.
 *
 * @module
 */

export { checkRoot } from "./check_root.ts";
