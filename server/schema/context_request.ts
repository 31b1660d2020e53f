import type { ContextOptions } from "@dossier/retrieval";
import * as z from "zod";
import {
  BUDGET,
  DISABLED,
  ESTIMATOR,
  FILTER,
  FORMAT,
  QUERY,
  REFRESH,
  REFRESH_MS,
  ROOT_NAME,
  SESSION,
  TRIGGER,
} from "./fields.ts";
import type { RootRequest } from "./root_request.ts";

/** An issue as a tracker holds it; its fields may have the names of any tracker that the engine reads. */
const ISSUE_RECORD = z.record(z.string(), z.unknown())
  .describe("id, title, description, type, labels and manifest of a task");

/** What `context` takes: a query or an issue, and the engine's options. */
export interface ContextRequest extends
  RootRequest,
  Pick<
    ContextOptions,
    | "budget"
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
}

/** Validates a {@link ContextRequest}. */
export const CONTEXT_REQUEST: z.ZodType<ContextRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  query: z.exactOptional(QUERY),
  issue: z.exactOptional(z.union([
    z.string().min(1).max(4096).describe(
      "FILE.json, FILE.md or TRACKER.jsonl#ID, relative to the root",
    ),
    ISSUE_RECORD,
  ])).describe("The task, in place of a query"),
  budget: z.exactOptional(BUDGET),
  estimator: z.exactOptional(ESTIMATOR),
  format: z.exactOptional(FORMAT),
  filter: z.exactOptional(FILTER),
  session: z.exactOptional(SESSION),
  trigger: z.exactOptional(TRIGGER),
  record: z.exactOptional(z.boolean()).describe("Whether a record of it is kept; by default it is"),
  explain: z.exactOptional(z.boolean()).describe("Whether scores come with their explanations"),
  referencesOnly: z.exactOptional(z.boolean())
    .describe("Whether code is named by path and lines only; for an issue"),
  disabled: z.exactOptional(DISABLED),
  refresh: z.exactOptional(REFRESH),
  maxRefreshMs: z.exactOptional(REFRESH_MS),
}).refine(({ query, issue }) => (query === undefined) !== (issue === undefined), {
  message: "Give either a query or an issue",
});
