/**
 * Definitions by syntax trees.
 *
 * @module
 */

export { GRAMMARS, SYNTAX_PACKAGE } from "./grammars.ts";
