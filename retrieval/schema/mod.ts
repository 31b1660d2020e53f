/**
 * What the library's own types look like as JSON, for whoever sends them elsewhere. Nothing that
 * answers a request in a cold process imports it, so that none waits for zod to load.
 *
 * @module
 */
import type { Bundle, Explanation } from "@dossier/core";
import type * as z from "zod";
import type { IndexReport, SearchResult } from "../engine_options.ts";
import type { IndexProgress } from "../index/apply_refresh.ts";
import { BUNDLE_SCHEMA, EXPLANATION } from "./bundle_schema.ts";
import { INDEX_PROGRESS_SCHEMA, INDEX_REPORT_SCHEMA, INDEX_STATUS_SCHEMA } from "./index_schema.ts";
import { RECORD_SCHEMA, RECORD_SUMMARY_SCHEMA, RESTORED_RECORD_SCHEMA } from "./record_schema.ts";
import { SEARCH_RESULT_SCHEMA } from "./search_schema.ts";

/** Every schema by the name that a document of an interface gives it. */
export const SCHEMAS: {
  readonly Bundle: z.ZodType<Bundle>;
  readonly Explanation: z.ZodType<Explanation>;
  readonly IndexProgress: z.ZodType<IndexProgress>;
  readonly IndexReport: z.ZodType<IndexReport>;
  readonly IndexStatus: z.ZodType;
  readonly Record: z.ZodType;
  readonly RecordSummary: z.ZodType;
  readonly RestoredRecord: z.ZodType;
  readonly SearchResult: z.ZodType<SearchResult>;
} = {
  Bundle: BUNDLE_SCHEMA,
  Explanation: EXPLANATION,
  IndexProgress: INDEX_PROGRESS_SCHEMA,
  IndexReport: INDEX_REPORT_SCHEMA,
  IndexStatus: INDEX_STATUS_SCHEMA,
  Record: RECORD_SCHEMA,
  RecordSummary: RECORD_SUMMARY_SCHEMA,
  RestoredRecord: RESTORED_RECORD_SCHEMA,
  SearchResult: SEARCH_RESULT_SCHEMA,
};
