import type { RequestMode } from "@dossier/core";
import type { RequestOptions } from "@dossier/retrieval";
import * as z from "zod";
import {
  BUDGET,
  ESTIMATOR,
  FORMAT,
  QUERY,
  REFRESH,
  REFRESH_MS,
  ROOT_NAME,
  SESSION,
  TRIGGER,
} from "./fields.ts";
import type { RootRequest } from "./root_request.ts";

/** What `need` takes: what an agent wrote, with requests as lines of it, and the engine's options. */
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
  /** What the agent wrote. */
  readonly text: string;
  /** Show texts, only name them, or neither. @default what the settings say */
  readonly mode?: RequestMode;
}

/** Validates a {@link NeedRequest}. */
export const NEED_REQUEST: z.ZodType<NeedRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  text: QUERY.describe("What the agent wrote, such as NEED_CODE: src/a.ts:1-20"),
  session: SESSION.describe("Whose text it is; its rounds are counted"),
  round: z.exactOptional(z.int().min(1).max(1_000_000))
    .describe("Which round it is, from 1; by default the next"),
  mode: z.exactOptional(z.enum(["fetch", "delegate", "observe"]))
    .describe("Show texts, only name them, or neither"),
  locks: z.exactOptional(z.record(z.string(), z.string()))
    .describe("Who else may edit a file at present, by path"),
  budget: z.exactOptional(BUDGET),
  estimator: z.exactOptional(ESTIMATOR),
  format: z.exactOptional(FORMAT),
  trigger: z.exactOptional(TRIGGER),
  refresh: z.exactOptional(REFRESH),
  maxRefreshMs: z.exactOptional(REFRESH_MS),
});
