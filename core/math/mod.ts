/**
 * Logarithms, exponentials and powers that give the same bits on every engine: ECMAScript leaves the last
 * digits of its own to each of them, and V8 and JavaScriptCore differ.
 *
 * They use `+ - * /` only and the bits of a number, of which ECMAScript leaves nothing open.
 *
 * @module
 */

export { exp, pow } from "./exp.ts";
export { log, log2 } from "./log.ts";
