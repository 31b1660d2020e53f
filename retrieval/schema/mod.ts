/**
 * JSON schemas of the types of the library, for programs that send them elsewhere. No module that
 * answers requests in a new process imports it, so that none waits for zod to load.
 *
 * @module
 */
import type * as z from "zod";
import {
  BUDGET,
  BUNDLE_SCHEMA,
  EXPLANATION,
  FRAGMENT,
  INDEX,
  NOTE,
  OMISSION,
  OUTCOME,
  SECTION,
} from "./bundle_schema.ts";
import { ISSUE, MANIFEST, PLAN } from "./task_schema.ts";
import {
  INDEX_PROGRESS_SCHEMA,
  INDEX_REPORT_SCHEMA,
  INDEX_STATUS_SCHEMA,
  SEARCH_HIT,
  SEARCH_RESULT_SCHEMA,
  STRUCTURE_ENTRY_SCHEMA,
  STRUCTURE_SCHEMA,
} from "./index_schema.ts";
import {
  CHANGED_PART,
  CHANGED_RECORD,
  RECORD_SCHEMA,
  RECORD_SUMMARY_SCHEMA,
  RECORDED_FRAGMENT,
  RESTORED_RECORD_SCHEMA,
  RESTORED_TEXT,
} from "./record_schema.ts";

export type { Plain, Proved, Same } from "./same_type.ts";
export { COUNT } from "./task_schema.ts";

/** All schemas of the engine, by their names in API documents. */
export const SCHEMAS = {
  Budget: BUDGET,
  Bundle: BUNDLE_SCHEMA,
  Explanation: EXPLANATION,
  Fragment: FRAGMENT,
  Index: INDEX,
  IndexProgress: INDEX_PROGRESS_SCHEMA,
  IndexReport: INDEX_REPORT_SCHEMA,
  IndexStatus: INDEX_STATUS_SCHEMA,
  Issue: ISSUE,
  Manifest: MANIFEST,
  Note: NOTE,
  Omission: OMISSION,
  Outcome: OUTCOME,
  Plan: PLAN,
  Record: RECORD_SCHEMA,
  RecordedFragment: RECORDED_FRAGMENT,
  RecordSummary: RECORD_SUMMARY_SCHEMA,
  ChangedPart: CHANGED_PART,
  ChangedRecord: CHANGED_RECORD,
  RestoredText: RESTORED_TEXT,
  RestoredRecord: RESTORED_RECORD_SCHEMA,
  Section: SECTION,
  SearchHit: SEARCH_HIT,
  SearchResult: SEARCH_RESULT_SCHEMA,
  Structure: STRUCTURE_SCHEMA,
  StructureEntry: STRUCTURE_ENTRY_SCHEMA,
} as const satisfies Readonly<Record<string, z.ZodType>>;
