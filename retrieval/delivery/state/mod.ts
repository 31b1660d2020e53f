/**
 * The durable state of a root: sessions, injections, and what tiers of context gave.
 *
 * @module
 */

export { type HeldPassage, holdsPassage } from "./held_passages.ts";
export {
  type ActivityEvent,
  appendActivity,
  appendActivityOnce,
  appendLateActivity,
  findLastSession,
  findRefreshMark,
  type LastSession,
  type LateActivity,
  type ProjectMark,
  readActivity,
  type RecordedActivity,
  type RefreshMark,
} from "./session_activity.ts";
export { acknowledgeManifest, agreedManifest } from "./manifest_records.ts";
export { APPLICATION_ID, type FeatureTables, openState, STATE_VERSION } from "./open_state.ts";
export type { Sql, SqlValue, StateStore } from "./state_store.ts";
export { checkAllRecords } from "./record_sums.ts";
export type { Pruning } from "./prune_injections.ts";
export type { ListInjectionsOptions } from "./read_injections.ts";
export type { Injection, InjectionSummary } from "./injection.ts";
export { noteUnrecorded } from "./state_error.ts";
export {
  type GivenTiers,
  lastTierHash,
  listTierInjections,
  recordTiers,
  type TierInjection,
  type TierInjectionDraft,
  type TierStatistics,
  tierStatistics,
  tierVersion,
  withdrawTiers,
  writeGivenTiers,
} from "./tier_injections.ts";
export type {
  DeliveredRecord,
  DeliveryEvent,
  DeliveryHandler,
  DeliveryHandlers,
} from "./outbox.ts";
export { isSessionId } from "./session_id.ts";
