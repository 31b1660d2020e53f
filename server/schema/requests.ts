import type { RequestMode } from "@dossier/core";
import type {
  ListDocumentsOptions,
  ListInjectionsOptions,
  ListLeftOutOptions,
  ReadFileOptions,
  RequestOptions,
  SearchOptions,
} from "@dossier/retrieval";
import * as z from "zod";
import {
  BUDGET_FIELD,
  DISABLED_FIELD,
  ESTIMATOR_FIELD,
  FILE_PATH,
  FILTER_FIELD,
  FORMAT_FIELD,
  LIMIT_FIELD,
  LINE_FIELD,
  QUERY_FIELD,
  RECORD_ID,
  REFRESH_FIELD,
  REFRESH_MS_FIELD,
  ROOT_NAME,
  SESSION_FIELD,
  TRIGGER_FIELD,
} from "./fields.ts";

/** Names a served tree. */
export interface RootRequest {
  /** Its name. @default the only tree that is served */
  readonly root?: string;
}

export const ROOT_REQUEST: z.ZodType<RootRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
});

/** The request of `search` and `explain`. */
export interface SearchRequest
  extends
    RootRequest,
    Pick<SearchOptions, "limit" | "filter" | "disabled" | "refresh" | "maxRefreshMs"> {
  /** A question. */
  readonly query: string;
}

export const SEARCH_REQUEST: z.ZodType<SearchRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  query: QUERY_FIELD,
  limit: z.exactOptional(LIMIT_FIELD).describe(
    "Most results: by default 10, and 3 that are explained",
  ),
  filter: z.exactOptional(FILTER_FIELD),
  disabled: z.exactOptional(DISABLED_FIELD),
  refresh: z.exactOptional(REFRESH_FIELD),
  maxRefreshMs: z.exactOptional(REFRESH_MS_FIELD),
});

/** The request of `need`: an agent's text with requests as lines of it, and the engine's options. */
export interface NeedRequest extends
  RootRequest,
  Pick<
    RequestOptions,
    | "session"
    | "round"
    | "locks"
    | "budget"
    | "maxSent"
    | "estimator"
    | "format"
    | "trigger"
    | "refresh"
    | "maxRefreshMs"
  > {
  /** The agent's text. */
  readonly text: string;
  /** Show texts, only name them, or neither. @default what the settings say */
  readonly mode?: RequestMode;
}

export const NEED_REQUEST: z.ZodType<NeedRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  text: QUERY_FIELD.describe("What the agent wrote, such as NEED_CODE: src/a.ts:1-20"),
  session: SESSION_FIELD.describe("Whose text it is; its rounds are counted"),
  round: z.exactOptional(z.int().min(1).max(1_000_000))
    .describe("Which round it is, from 1; by default the next"),
  mode: z.exactOptional(z.enum(["fetch", "delegate", "observe"]))
    .describe("Show texts, only name them, or neither"),
  locks: z.exactOptional(z.record(z.string(), z.string()))
    .describe("Who else may edit a file at present, by path"),
  budget: z.exactOptional(BUDGET_FIELD),
  estimator: z.exactOptional(ESTIMATOR_FIELD),
  format: z.exactOptional(FORMAT_FIELD),
  trigger: z.exactOptional(TRIGGER_FIELD),
  refresh: z.exactOptional(REFRESH_FIELD),
  maxRefreshMs: z.exactOptional(REFRESH_MS_FIELD),
});

/** The request of `read`: a range of a file. */
export interface ReadRequest extends RootRequest, ReadFileOptions {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
}

/** The problem with lines whose last is before the first. */
export const REVERSED_LINES = "Give an endLine that is not before startLine";

export const READ_REQUEST: z.ZodType<ReadRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  path: FILE_PATH,
  startLine: z.exactOptional(LINE_FIELD).describe(
    "First line, 1-based; by default the first of the file",
  ),
  endLine: z.exactOptional(LINE_FIELD).describe(
    "Last line, inclusive; by default the last of the file",
  ),
}).refine((request) => !isReversed(request), { path: ["endLine"], error: REVERSED_LINES });

/** Returns whether the last line of a range is before the first. */
export function isReversed(
  { startLine = 1, endLine = Infinity }: Pick<ReadFileOptions, "startLine" | "endLine">,
): boolean {
  return endLine < startLine;
}

/** The request of `log`. */
export interface LogRequest extends RootRequest, ListInjectionsOptions {}

export const LOG_SESSION: z.ZodString = SESSION_FIELD.describe("Only what this session was given");

export const LOG_LIMIT: z.ZodInt = LIMIT_FIELD.describe("Most records: by default 20");

export const LOG_BEFORE: z.ZodInt = RECORD_ID.describe("Only records older than this one");

export const LOG_REQUEST: z.ZodType<LogRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  session: z.exactOptional(LOG_SESSION),
  limit: z.exactOptional(LOG_LIMIT),
  before: z.exactOptional(LOG_BEFORE),
});

/** Names a record. */
export interface RecordRequest extends RootRequest {
  /** Its number. */
  readonly id: number;
}

export const RECORD_REQUEST: z.ZodType<RecordRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  id: RECORD_ID,
});

/** The request of `documents`. */
export interface DocumentsRequest extends RootRequest, ListDocumentsOptions {}

/** The request of `document`. */
export interface DocumentRequest extends RootRequest {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
}

/** The request of `leftOut`. */
export interface LeftOutRequest extends RootRequest, ListLeftOutOptions {}

/** The request of `measure`. */
export interface MeasureRequest extends RootRequest {
  /** The session. */
  readonly session: string;
  /** The agent's own text and its tool calls. @default nothing */
  readonly transcript?: string;
  /** Files that the agent changed. @default none */
  readonly touched?: readonly string[];
}

/** Most characters of a text that paths are found by. */
const MAX_TEXT_LENGTH = 1024;

/** Most characters of a transcript: several times what a model's window holds. */
const MAX_TRANSCRIPT_LENGTH = 3_000_000;

/** Most files that an agent may have changed. */
const MAX_TOUCHED = 1000;

const TEXT = z.string().max(MAX_TEXT_LENGTH);

export const DOCUMENTS_REQUEST: z.ZodType<DocumentsRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  folder: z.exactOptional(FILE_PATH),
  text: z.exactOptional(TEXT),
  language: z.exactOptional(TEXT),
  after: z.exactOptional(FILE_PATH),
  limit: z.exactOptional(LIMIT_FIELD),
});

export const DOCUMENT_REQUEST: z.ZodType<DocumentRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  path: FILE_PATH,
});

export const LEFT_OUT_REQUEST: z.ZodType<LeftOutRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  text: z.exactOptional(TEXT),
  limit: z.exactOptional(LIMIT_FIELD),
});

export const MEASURE_REQUEST: z.ZodType<MeasureRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  session: SESSION_FIELD,
  transcript: z.exactOptional(z.string().max(MAX_TRANSCRIPT_LENGTH)),
  touched: z.exactOptional(z.array(FILE_PATH).max(MAX_TOUCHED)),
});
