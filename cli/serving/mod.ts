/**
 * What servers are given: the trees they answer for, and the token of their callers.
 *
 * @module
 */

export { invokedRoots, splitRoot } from "./served_roots.ts";
export { readToken } from "./read_token.ts";
