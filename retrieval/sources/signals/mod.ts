/**
 * Files, documents and places that an agent's text asks for.
 *
 * @module
 */
export { signalsSource } from "./signals_source.ts";
