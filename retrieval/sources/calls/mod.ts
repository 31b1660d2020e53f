/**
 * Callers and callees of the code that a task names.
 *
 * @module
 */
export { callsSource } from "./calls_source.ts";
