import type { ListDocumentsOptions, ListLeftOutOptions } from "@dossier/retrieval";
import * as z from "zod";
import { FILE_PATH, LIMIT, ROOT_NAME, SESSION } from "./fields.ts";
import type { RootRequest } from "./root_request.ts";

/** What `documents` takes. */
export interface DocumentsRequest extends RootRequest, ListDocumentsOptions {}

/** What `document` takes. */
export interface DocumentRequest extends RootRequest {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
}

/** What `leftOut` takes. */
export interface LeftOutRequest extends RootRequest, ListLeftOutOptions {}

/** What `measure` takes. */
export interface MeasureRequest extends RootRequest {
  /** The session. */
  readonly session: string;
  /** What the agent wrote and what its tool calls say. @default nothing */
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

/** Validates a {@link DocumentsRequest}. */
export const DOCUMENTS_REQUEST: z.ZodType<DocumentsRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  folder: z.exactOptional(FILE_PATH),
  text: z.exactOptional(TEXT),
  language: z.exactOptional(TEXT),
  after: z.exactOptional(FILE_PATH),
  limit: z.exactOptional(LIMIT),
});

/** Validates a {@link DocumentRequest}. */
export const DOCUMENT_REQUEST: z.ZodType<DocumentRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  path: FILE_PATH,
});

/** Validates a {@link LeftOutRequest}. */
export const LEFT_OUT_REQUEST: z.ZodType<LeftOutRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  text: z.exactOptional(TEXT),
  limit: z.exactOptional(LIMIT),
});

/** Validates a {@link MeasureRequest}. */
export const MEASURE_REQUEST: z.ZodType<MeasureRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  session: SESSION,
  transcript: z.exactOptional(z.string().max(MAX_TRANSCRIPT_LENGTH)),
  touched: z.exactOptional(z.array(FILE_PATH).max(MAX_TOUCHED)),
});
