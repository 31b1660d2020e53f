/**
 * What the library's own types look like as JSON, for whoever sends them elsewhere. Nothing that
 * answers a request in a cold process imports it, so that none waits for zod to load.
 *
 * @module
 */
import type { Bundle, Explanation, Structure } from "@dossier/core";
import type * as z from "zod";
import type { IndexReport } from "../answer/mod.ts";
import type { SearchResult } from "../search/mod.ts";
import type { IndexProgress } from "../index/mod.ts";
import type { ProfileEntry } from "@dossier/policy";
import type { SessionTiers } from "@dossier/tiers";
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
} from "./index_schema.ts";
import {
  COMPOSED_BLOCK,
  COMPOSED_CONTEXT_SCHEMA,
  CONTEXT_INJECTED_EVENT,
  ITEM_ORIGIN,
  PROFILE_ENTRY_SCHEMA,
  SKIPPED_BLOCK,
  SYSTEM_PROMPT_EVENT,
} from "./policy_schema.ts";
import { STRUCTURE_ENTRY_SCHEMA, STRUCTURE_SCHEMA } from "./structure_schema.ts";
import {
  CHANGED_PART,
  CHANGED_RECORD,
  RECORD_SCHEMA,
  RECORD_SUMMARY_SCHEMA,
  RECORDED_FRAGMENT,
  RESTORED_RECORD_SCHEMA,
  RESTORED_TEXT,
} from "./record_schema.ts";
import { BUILT_TIER, MANIFEST_STATUS_SCHEMA, SESSION_TIERS_SCHEMA } from "./tier_schema.ts";

/** Every schema by the name that a document of an interface gives it. */
export const SCHEMAS: {
  readonly Budget: z.ZodType;
  readonly Bundle: z.ZodType<Bundle>;
  readonly Explanation: z.ZodType<Explanation>;
  readonly Fragment: z.ZodType;
  readonly Index: z.ZodType;
  readonly IndexProgress: z.ZodType<IndexProgress>;
  readonly IndexReport: z.ZodType<IndexReport>;
  readonly IndexStatus: z.ZodType;
  readonly Issue: z.ZodType;
  readonly Manifest: z.ZodType;
  readonly Note: z.ZodType;
  readonly Omission: z.ZodType;
  readonly Outcome: z.ZodType;
  readonly Plan: z.ZodType;
  readonly Record: z.ZodType;
  readonly RecordedFragment: z.ZodType;
  readonly RecordSummary: z.ZodType;
  readonly ChangedPart: z.ZodType;
  readonly ChangedRecord: z.ZodType;
  readonly RestoredText: z.ZodType;
  readonly RestoredRecord: z.ZodType;
  readonly Section: z.ZodType;
  readonly SearchHit: z.ZodType;
  readonly SearchResult: z.ZodType<SearchResult>;
  readonly Structure: z.ZodType<Structure>;
  readonly StructureEntry: z.ZodType;
  readonly BuiltTier: z.ZodType;
  readonly ComposedBlock: z.ZodType;
  readonly ComposedContext: z.ZodObject;
  readonly ContextInjected: z.ZodType;
  readonly ItemOrigin: z.ZodType;
  readonly ManifestStatus: z.ZodObject;
  readonly ProfileEntry: z.ZodType<ProfileEntry>;
  readonly SessionTiers: z.ZodType<SessionTiers>;
  readonly SkippedBlock: z.ZodType;
  readonly SystemPrompt: z.ZodObject;
} = {
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
  BuiltTier: BUILT_TIER,
  ComposedBlock: COMPOSED_BLOCK,
  ComposedContext: COMPOSED_CONTEXT_SCHEMA,
  ContextInjected: CONTEXT_INJECTED_EVENT,
  ItemOrigin: ITEM_ORIGIN,
  ManifestStatus: MANIFEST_STATUS_SCHEMA,
  ProfileEntry: PROFILE_ENTRY_SCHEMA,
  SessionTiers: SESSION_TIERS_SCHEMA,
  SkippedBlock: SKIPPED_BLOCK,
  SystemPrompt: SYSTEM_PROMPT_EVENT,
};
