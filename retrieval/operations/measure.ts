import type { SessionMetrics, TimelineEntry } from "@dossier/core";
import type { Engine } from "../engine.ts";
import { listField, type Operation, type RequestOf, required } from "../operation/mod.ts";
import { FILE_PATH_FIELD, ROOT_FIELD, sessionField, transcriptField } from "./shared_fields.ts";

/** Maximum number of files that an agent has changed. */
const MAX_TOUCHED = 1000;

const FIELDS = {
  root: ROOT_FIELD,
  session: required(sessionField("The session to measure")),
  transcript: transcriptField("The agent's own text and its tool calls"),
  touched: listField("Files that the agent changed", FILE_PATH_FIELD, { max: MAX_TOUCHED }),
};

/**
 * Operation that returns the metrics of a session; without a transcript, only those of its records.
 */
export const MEASURE_OPERATION: Operation<RequestOf<typeof FIELDS>, SessionMetrics, Engine> = {
  name: "measure",
  summary: "Measures of a session: waste, recall, requests, prediction",
  fields: FIELDS,
  run: (engine, { session, transcript = "", touched }) =>
    engine.metrics({ session, transcript, touched }),
};

const TIMELINE_FIELDS = {
  root: ROOT_FIELD,
  session: required(sessionField("Session of the timeline")),
};

/**
 * Operation that returns the timeline of a session, oldest first; empty when nothing is recorded.
 */
export const TIMELINE_OPERATION: Operation<
  RequestOf<typeof TIMELINE_FIELDS>,
  readonly TimelineEntry[],
  Engine
> = {
  name: "timeline",
  summary: "Texts sent to a session and its actions, oldest first",
  fields: TIMELINE_FIELDS,
  run: (engine, { session }) => engine.timeline(session),
};
