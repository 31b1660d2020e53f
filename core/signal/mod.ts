/**
 * Requests in an agent's text, and the decisions on them.
 *
 * Read `parse_signals.ts` first: it separates requests from lines that only look like them
 * (`foreign_block.ts`). `decide_requests.ts` decides on the requests of a round, with
 * `decide_reading.ts` and `decide_editing.ts`.
 *
 * @module
 */

export { widenManifest } from "./decide_editing.ts";
export {
  decideRequests,
  type RequestDecision,
  type RequestDecisions,
  type RequestRules,
} from "./decide_requests.ts";
export { formatEndSignals, parseEndSignals } from "./parse_end_signals.ts";
export { parseSignals } from "./parse_signals.ts";
export {
  type DocumentBeginning,
  formatOutcomes,
  type FoundTarget,
  type RequestLookups,
  type RequestRuling,
  type TargetMatches,
} from "./check_target.ts";
export { renderSignal, type Signal, type SignalKind, type SignalRequest } from "./signal.ts";
