import type { Retry } from "@dossier/core";
import type { ContextOptions } from "@dossier/retrieval";
import * as z from "zod";
import {
  BUDGET_FIELD,
  DISABLED_FIELD,
  ESTIMATOR_FIELD,
  FILTER_FIELD,
  FORMAT_FIELD,
  MAX_QUERY_LENGTH,
  NO_WORDS,
  QUERY_FIELD,
  REFRESH_FIELD,
  REFRESH_MS_FIELD,
  RETRY_FIELD,
  ROOT_NAME,
  SESSION_FIELD,
  SOMETHING_REGEXP,
  TRIGGER_FIELD,
} from "./fields.ts";
import type { RootRequest } from "./requests.ts";

const ISSUE_TEXT = z.string().max(MAX_QUERY_LENGTH).regex(SOMETHING_REGEXP, NO_WORDS);

// An issue as a tracker holds it: its other fields may have the names of any that the engine reads.
const ISSUE_FIELDS = "id, title, description, type, labels and manifest of a task";

/** An issue with a title. */
export const TITLED_ISSUE: z.ZodType<Readonly<Record<string, unknown>>> = z.looseObject({
  title: ISSUE_TEXT.describe("One line"),
  description: z.string().optional(),
}).describe(ISSUE_FIELDS);

/** An issue that has no title, but a text. */
export const DESCRIBED_ISSUE: z.ZodType<Readonly<Record<string, unknown>>> = z.looseObject({
  description: ISSUE_TEXT.describe("The text"),
}).describe(ISSUE_FIELDS);

/** The request of `context`: a query or an issue, and the engine's options. */
export interface ContextRequest extends
  RootRequest,
  Pick<
    ContextOptions,
    | "budget"
    | "maxSent"
    | "estimator"
    | "format"
    | "filter"
    | "session"
    | "trigger"
    | "record"
    | "explain"
    | "disabled"
    | "refresh"
    | "maxRefreshMs"
  > {
  /** A task or a question; without it there is an issue. */
  readonly query?: string;
  /** The task: a record as a tracker holds it, or a file of the tree that holds it. */
  readonly issue?: string | Readonly<Record<string, unknown>>;
  /** Whether code is named by path and lines only; for an issue. */
  readonly referencesOnly?: boolean;
  /** The outcome of the attempt before; for an issue. */
  readonly retry?: Retry;
}

const OPTIONS = {
  root: z.exactOptional(ROOT_NAME),
  budget: z.exactOptional(BUDGET_FIELD),
  estimator: z.exactOptional(ESTIMATOR_FIELD),
  format: z.exactOptional(FORMAT_FIELD),
  filter: z.exactOptional(FILTER_FIELD),
  session: z.exactOptional(SESSION_FIELD),
  trigger: z.exactOptional(TRIGGER_FIELD),
  record: z.exactOptional(z.boolean()).describe("Whether a record of it is kept; by default it is"),
  explain: z.exactOptional(z.boolean()).describe("Whether scores come with their explanations"),
  referencesOnly: z.exactOptional(z.boolean())
    .describe("Whether code is named by path and lines only; for an issue"),
  disabled: z.exactOptional(DISABLED_FIELD),
  refresh: z.exactOptional(REFRESH_FIELD),
  maxRefreshMs: z.exactOptional(REFRESH_MS_FIELD),
};

const ISSUE = z.union([
  z.string().min(1).max(4096).describe(
    "FILE.json, FILE.md or TRACKER.jsonl#ID, relative to the root",
  ),
  TITLED_ISSUE,
  DESCRIBED_ISSUE,
]).describe("The task");

/** Validates a {@link ContextRequest} for a query. */
export const QUERY_REQUEST: z.ZodType<ContextRequest> = z.strictObject({
  ...OPTIONS,
  query: QUERY_FIELD,
});

/** Validates a {@link ContextRequest} for an issue. */
export const ISSUE_REQUEST: z.ZodType<ContextRequest> = z.strictObject({
  ...OPTIONS,
  issue: ISSUE,
  retry: z.exactOptional(RETRY_FIELD),
});

export const CONTEXT_REQUEST: z.ZodType<ContextRequest> = z.union([QUERY_REQUEST, ISSUE_REQUEST]);
