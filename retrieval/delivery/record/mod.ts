/**
 * Log of deliveries: injections, their restored texts, and the metrics of sessions.
 *
 * @module
 */

export type { Retention } from "../../config/mod.ts";
export type {
  Injection,
  InjectionDraft,
  InjectionKind,
  InjectionSummary,
  RecordedExclusion,
  RecordedFragment,
  RecordedIndex,
  RecordedRequest,
} from "../state/injection.ts";
export type { InjectionCount, PrunePlan, Pruning } from "../state/prune_injections.ts";
export {
  DEFAULT_LOG_LIMIT,
  listInjectionsOfSource,
  type ListInjectionsOptions,
} from "../state/read_injections.ts";
export { InjectionLog, openInjectionLog, type OpenLogOptions } from "./injection_log.ts";
export type { MeasureOptions } from "./measure_injections.ts";
export type { PruneLogOptions, PruneReport } from "./prune_log.ts";
export { listRecorded, type RecordedSession, type SessionSummary } from "./read_session.ts";
export type { ChangedPart, RestoredInjection } from "./restore_injection.ts";
