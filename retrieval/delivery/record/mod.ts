/**
 * What was given to whom, and why: the log, its records written again, and what a session says about them.
 *
 * @module
 */

export type { MeasureOptions } from "./measure_records.ts";
export type { PruneLogOptions, PruneReport } from "./prune_log.ts";
export { openRecordLog, RecordLog, type RecordLogOptions } from "./record_log.ts";
export type { ChangedPart, RestoredRecord } from "./restore_record.ts";
export type { Retention } from "../../config/mod.ts";
export type { PrunePlan, RecordCount } from "../state/prune_records.ts";
export type { Pruning } from "../state/prune_records.ts";
export { DEFAULT_LOG_LIMIT, type ListRecordsOptions } from "../state/read_records.ts";
export type {
  InjectionRecord,
  RecordDraft,
  RecordedExclusion,
  RecordedFragment,
  RecordedIndex,
  RecordedRequest,
  RecordKind,
  RecordSummary,
  SharedField,
} from "../state/record.ts";
