/**
 * Logarithms, exponentials and powers that return the same bits on all engines. ECMAScript leaves
 * the last digits of its own functions to the engine, and V8 and JavaScriptCore differ.
 *
 * The functions use only `+ - * /` and the bits of a number, which ECMAScript defines exactly.
 *
 * @module
 */

export { exp, pow } from "./exp.ts";
export { log, log2 } from "./log.ts";
