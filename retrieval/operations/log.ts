import type { InjectionSummary } from "../delivery/state/mod.ts";
import type { Engine } from "../engine.ts";
import {
  componentField,
  JSON_TYPE,
  listField,
  type Operation,
  type RequestOf,
  required,
  withFacts,
} from "../operation/mod.ts";
import { LOG_PROBLEMS } from "./problems.ts";
import { limitField, RECORD_ID_FIELD, ROOT_FIELD, sessionField } from "./shared_fields.ts";

const FIELDS = {
  root: ROOT_FIELD,
  session: sessionField("Only deliveries to this session"),
  limit: limitField("Maximum number of records: by default 20"),
  before: withFacts(RECORD_ID_FIELD, { help: "Only records older than this one" }),
};

const RECORDS = { records: required(listField("", componentField("RecordSummary"))) };

/** Operation that lists delivered bundles and answers, newest first. */
export const LOG_OPERATION: Operation<
  RequestOf<typeof FIELDS>,
  readonly InjectionSummary[],
  Engine
> = {
  name: "log",
  summary: "What was sent to which session and why, newest first",
  fields: FIELDS,
  run: (engine, { session, limit, before }) => engine.log({ session, limit, before }),
  http: {
    method: "get",
    path: "/v1/log",
    answers: [{ type: JSON_TYPE, schema: "RecordList", fields: RECORDS }],
    problems: [...LOG_PROBLEMS, "invalid-session", "invalid-cursor"],
    toBody: (records) => ({ records }),
  },
};
