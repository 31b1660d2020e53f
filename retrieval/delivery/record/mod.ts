/**
 * What was given to whom, and why: the log, its records written again, and what a session says about them.
 *
 * @module
 */

export type { MeasureOptions } from "./measure_records.ts";
export type { PruneLogOptions, PruneReport } from "./prune_log.ts";
export { InjectionLog, openInjectionLog, type OpenLogOptions } from "./record_log.ts";
export type { ChangedPart, RestoredInjection } from "./restore_record.ts";
export type { Retention } from "../../config/mod.ts";
export type { InjectionCount, PrunePlan } from "../state/prune_records.ts";
export type { Pruning } from "../state/prune_records.ts";
export { DEFAULT_LOG_LIMIT, type ListInjectionsOptions } from "../state/read_records.ts";
export type {
  Injection,
  InjectionDraft,
  InjectionKind,
  InjectionSummary,
  RecordedExclusion,
  RecordedFragment,
  RecordedIndex,
  RecordedRequest,
  SharedField,
} from "../state/record.ts";
