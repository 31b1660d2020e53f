import * as z from "zod";
import { LIMIT, RECORD_ID, ROOT_NAME, SESSION } from "./fields.ts";

/** What names a served tree, and nothing else. */
export const ROOT_REQUEST = z.strictObject({ root: z.exactOptional(ROOT_NAME) });

/** What `log` takes. */
export const LOG_REQUEST = ROOT_REQUEST.extend({
  session: z.exactOptional(SESSION.describe("Only what this session was given")),
  limit: z.exactOptional(LIMIT).describe("Most records: by default 20"),
  before: z.exactOptional(RECORD_ID.describe("Only records older than this one")),
});

/** What one record is asked for by. */
export const RECORD_REQUEST = ROOT_REQUEST.extend({ id: RECORD_ID });

/** What names a served tree. */
export type RootRequest = z.infer<typeof ROOT_REQUEST>;
/** What `log` takes. */
export type LogRequest = z.infer<typeof LOG_REQUEST>;
/** What one record is asked for by. */
export type RecordRequest = z.infer<typeof RECORD_REQUEST>;
