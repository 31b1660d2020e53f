/**
 * Plans a refresh by what a watcher has reported.
 *
 * @module
 */

export { ChangeClock } from "./change_clock.ts";
export { type WatchedTree, watchTree } from "./watched_tree.ts";
