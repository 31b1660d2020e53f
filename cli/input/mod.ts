/**
 * What a command is given: the folder it is called from, the tree it is about, texts and queries.
 *
 * @module
 */

export { absolute, cacheFolder, calledFrom, codexFolder } from "./called_from.ts";
export { invokedPlace, invokedRoot, openInvokedEngine } from "./open_engine.ts";
export { parseQueryOptions } from "./query_options.ts";
export { readInput, STANDARD_INPUT, takeQuery, takeText } from "./read_input.ts";
