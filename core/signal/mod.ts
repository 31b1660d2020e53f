/**
 * What an agent asks for while it works, and what is answered.
 *
 * Read `parse_signals.ts` first: which lines of a text are requests, and which only look like them
 * (`foreign_block.ts`).
 *
 * @module
 */

export { parseSignals } from "./parse_signals.ts";
export { renderSignal, type Signal, type SignalKind, type SignalRequest } from "./signal.ts";
