/**
 * Durable state of a root: sessions and injections, with the tables of features.
 *
 * @module
 */

export { createHeldCheck, type HeldPassage } from "./held_passages.ts";
export {
  type ActivityEvent,
  appendActivity,
  appendActivityOnce,
  appendLateActivity,
  findLastSession,
  type LastSession,
  type LateActivity,
  readActivity,
  type RecordedActivity,
} from "./session_activity.ts";
export { openState } from "./open_state.ts";
export { APPLICATION_ID, STATE_VERSION } from "./state_schema.ts";
export type { FeatureTables, SessionTables, Sql, SqlValue, StateStore } from "./state_store.ts";
export { checkAllRecords } from "./record_sums.ts";
export type { Pruning } from "./prune_injections.ts";
export type { ListInjectionsOptions } from "./read_injections.ts";
export type { Injection, InjectionSummary } from "./injection.ts";
export { noteUnrecorded } from "./state_error.ts";
export type {
  DeliveredRecord,
  DeliveryEvent,
  DeliveryHandler,
  DeliveryHandlers,
} from "./outbox.ts";
export { checkSessionId, isSessionId } from "./session_id.ts";
