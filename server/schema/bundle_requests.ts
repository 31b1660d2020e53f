import type { Retry } from "@dossier/core";
import * as z from "zod";
import {
  BUNDLE_FIELDS,
  LIMIT_FIELD,
  PROFILE_FIELDS,
  QUERY_FIELD,
  RANKING_FIELDS,
  REFRESH_FIELDS,
  RETRY_FIELD,
  ROOT_FIELDS,
  SESSION_FIELD,
  SOME_TEXT,
  WISH_FIELDS,
} from "./fields.ts";

/** Names a served tree, or the only one. */
export type RootRequest = z.infer<typeof ROOT_REQUEST>;

export const ROOT_REQUEST = z.strictObject(ROOT_FIELDS);

/** The request of `search` and `explain`. */
export type SearchRequest = z.infer<typeof SEARCH_REQUEST>;

export const SEARCH_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  query: QUERY_FIELD,
  limit: z.exactOptional(LIMIT_FIELD)
    .describe("Most results: by default 10, and 3 that are explained"),
  by: z.exactOptional(z.enum(["part", "file"])).describe(
    "What is listed: parts of files (definitions, sections, blocks), which is the default, or files",
  ),
  ...RANKING_FIELDS,
  ...REFRESH_FIELDS,
});

/** What a server asks for besides what its clients may. */
interface OwnOptions {
  /** Most tokens of the text as JSON. */
  readonly maxSent?: number;
}

/** The request of `need`: an agent's text with requests as lines of it. */
export type NeedRequest = z.infer<typeof NEED_REQUEST> & OwnOptions;

export const NEED_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  text: SOME_TEXT.describe("What the agent wrote, such as NEED_CODE: src/a.ts:1-20"),
  session: SESSION_FIELD.describe("Whose text it is; its rounds are counted"),
  round: z.exactOptional(z.int().min(1).max(1_000_000))
    .describe("Which round it is, from 1; by default the next"),
  mode: z.exactOptional(z.enum(["fetch", "delegate", "observe"]))
    .describe("Show texts, only name them, or neither"),
  locks: z.exactOptional(z.record(z.string(), z.string()))
    .describe("Who else may edit a file at present, by path"),
  ...BUNDLE_FIELDS,
  ...REFRESH_FIELDS,
});

// An issue as a tracker holds it: its other fields may have the names of any that the engine reads.
const ISSUE_FIELDS = "id, title, description, type, labels and manifest of a task";

/** An issue with a title. */
export const TITLED_ISSUE = z.looseObject({
  title: SOME_TEXT.describe("One line"),
  description: z.string().optional(),
}).describe(ISSUE_FIELDS);

/** An issue that has no title, but a text. */
export const DESCRIBED_ISSUE = z.looseObject({
  description: SOME_TEXT.describe("The text"),
}).describe(ISSUE_FIELDS);

const ISSUE = z.union([
  z.string().min(1).max(4096)
    .describe("FILE.json, FILE.md or TRACKER.jsonl#ID, relative to the root"),
  TITLED_ISSUE,
  DESCRIBED_ISSUE,
]).describe("The task");

const { names, filter, disabled } = RANKING_FIELDS;

/** Inputs are for a profile, for the document: the engine says it in a sentence. */
const INPUTS_RULE = { dependentRequired: { inputs: ["profile"] } };

const CONTEXT_OPTIONS = z.strictObject({
  ...ROOT_FIELDS,
  ...BUNDLE_FIELDS,
  ...WISH_FIELDS,
  ...PROFILE_FIELDS,
  names,
  filter,
  session: z.exactOptional(SESSION_FIELD),
  record: z.exactOptional(z.boolean()).describe("Whether a record of it is kept; by default it is"),
  explain: z.exactOptional(z.boolean()).describe("Whether scores come with their explanations"),
  referencesOnly: z.exactOptional(z.boolean())
    .describe("Whether code is named by path and lines only; for an issue"),
  disabled,
  ...REFRESH_FIELDS,
});

/** The request of `context`: a query or an issue. */
export interface ContextRequest extends z.infer<typeof CONTEXT_OPTIONS>, OwnOptions {
  /** A task or a question; without it there is an issue. */
  readonly query?: string;
  /** The task: a record as a tracker holds it, or a file of the tree that holds it. */
  readonly issue?: string | Readonly<Record<string, unknown>>;
  /** The outcome of the attempt before; for an issue. */
  readonly retry?: Retry;
}

/** Validates a {@link ContextRequest} for a query. */
export const QUERY_REQUEST = CONTEXT_OPTIONS.extend({ query: QUERY_FIELD }).meta(INPUTS_RULE);

/** Validates a {@link ContextRequest} for an issue. */
export const ISSUE_REQUEST = CONTEXT_OPTIONS.extend({
  issue: ISSUE,
  retry: z.exactOptional(RETRY_FIELD),
}).meta(INPUTS_RULE);

export const CONTEXT_REQUEST: z.ZodType<ContextRequest> = z.union([QUERY_REQUEST, ISSUE_REQUEST]);
