import type { ListRecordsOptions } from "@dossier/retrieval";
import * as z from "zod";
import { LIMIT, RECORD_ID, ROOT_NAME, SESSION } from "./fields.ts";
import type { RootRequest } from "./root_request.ts";

/** What `log` takes. */
export interface LogRequest extends RootRequest, ListRecordsOptions {}

/** Whose records are wanted. */
export const LOG_SESSION: z.ZodString = SESSION.describe("Only what this session was given");

/** How many records are wanted. */
export const LOG_LIMIT: z.ZodInt = LIMIT.describe("Most records: by default 20");

/** How old the records have to be. */
export const LOG_BEFORE: z.ZodInt = RECORD_ID.describe("Only records older than this one");

/** Validates a {@link LogRequest}. */
export const LOG_REQUEST: z.ZodType<LogRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  session: z.exactOptional(LOG_SESSION),
  limit: z.exactOptional(LOG_LIMIT),
  before: z.exactOptional(LOG_BEFORE),
});

/** What one record is asked for by. */
export interface RecordRequest extends RootRequest {
  /** Its number. */
  readonly id: number;
}

/** Validates a {@link RecordRequest}. */
export const RECORD_REQUEST: z.ZodType<RecordRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  id: RECORD_ID,
});
