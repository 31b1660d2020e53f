/**
 * The durable state of a root: sessions and injections.
 *
 * @module
 */

export { SessionMoved } from "./append_record.ts";
export { beginRound } from "./begin_round.ts";
export { type HeldPassage, heldPassages, holdsPassage } from "./held_passages.ts";
export { openHoldings } from "./holdings.ts";
export { APPLICATION_ID, type State, STATE_MIGRATIONS } from "./open_state.ts";
export type { Pruning } from "./pruned_records.ts";
export { type ListRecordsOptions, sessionRecords } from "./read_records.ts";
export type { InjectionRecord, RecordSummary } from "./record.ts";
export { noteUnrecorded } from "./state_error.ts";
