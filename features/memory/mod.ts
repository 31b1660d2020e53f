/**
 * Session memory: observations of earlier sessions about a project, stored with the places that
 * they cite, used while they hold, and weighted by the outcomes of the sessions that got them.
 *
 * @module
 */

export { type MemoryServices, openMemory } from "./open_memory.ts";
export {
  buildSessionMemoryBlock,
  type GraphAccess,
  type GraphFinder,
  type GraphIdentity,
  type ObservationFinder,
  type PeerMemory,
  type RankedObservation,
  type SessionBlock,
  type SessionBlockOptions,
  withTransfer,
} from "./session_block.ts";
export {
  type ClaimedBlock,
  type ClaimedSession,
  injectContextForClaimedSession,
} from "./claimed_session.ts";
export { recall, type Recalled, type ShownObservation } from "./recall.ts";
export { type Claim, remember, type Remembered } from "./remember.ts";
export { learnOutcome, type SessionEnd } from "./learn_outcome.ts";
export type { FoundStored, ObservationQuery } from "./find_observations.ts";
export type { JudgedObservation } from "./judged_observation.ts";
export type {
  AppliedOutcome,
  EdgeKey,
  InjectDraft,
  MemoryInjectionDraft,
  MemoryPlace,
  MemorySettings,
  ObservationStatus,
  ProjectName,
  SqlDialect,
  StoredObservation,
  Usage,
  WeightStepRow,
} from "./store/mod.ts";
export * from "./rail/mod.ts";
