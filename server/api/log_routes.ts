import { type ErrorCode, ServerError } from "../problem/mod.ts";
import { callOptions, readParameters } from "../request/mod.ts";
import {
  LOG_BEFORE,
  LOG_LIMIT,
  LOG_REQUEST,
  LOG_SESSION,
  RECORD_ID,
  RECORD_REQUEST,
} from "../schema/mod.ts";
import {
  JSON_TYPE,
  ROOT_PARAMETER,
  type Route,
  type RouteParameter,
  STATE_PROBLEMS,
  TREE_PROBLEMS,
} from "./route.ts";

const ID_PARAMETER: RouteParameter = { name: "id", in: "path", schema: RECORD_ID };

const LOG_PROBLEMS: readonly ErrorCode[] = [...TREE_PROBLEMS, ...STATE_PROBLEMS];

/** The routes of the log. */
export const LOG_ROUTES: readonly Route[] = [
  {
    method: "get",
    path: "/v1/log",
    name: "log",
    summary: "What was given to whom and why, newest first",
    parameters: [
      ROOT_PARAMETER,
      { name: "session", in: "query", schema: LOG_SESSION },
      { name: "limit", in: "query", schema: LOG_LIMIT },
      { name: "before", in: "query", schema: LOG_BEFORE },
    ],
    answers: [{ type: JSON_TYPE, schema: "RecordList" }],
    problems: [...LOG_PROBLEMS, "invalid-session", "invalid-cursor"],
    async handle(context, service) {
      const request = readParameters(context, LOG_REQUEST, ["limit", "before"]);
      return context.json({ records: await service.log(request, callOptions(context)) });
    },
  },
  {
    method: "get",
    path: "/v1/log/{id}",
    name: "record",
    summary: "One record: what was asked, planned, given and left out, and why",
    parameters: [ID_PARAMETER, ROOT_PARAMETER],
    answers: [{ type: JSON_TYPE, schema: "Record" }],
    problems: [...LOG_PROBLEMS, "record-not-found"],
    async handle(context, service) {
      const request = readParameters(context, RECORD_REQUEST, ["id"]);
      return context.json(await service.record(request, callOptions(context)));
    },
  },
  {
    method: "get",
    path: "/v1/log/{id}/text",
    name: "recordText",
    summary: "The text of a record byte for byte as it was given; a problem when its files changed",
    parameters: [ID_PARAMETER, ROOT_PARAMETER],
    answers: [{ type: "text/plain" }],
    problems: [...LOG_PROBLEMS, "record-not-found", "record-changed", "invalid-prompt"],
    async handle(context, service) {
      const request = readParameters(context, RECORD_REQUEST, ["id"]);
      const restored = await service.renderRecord(request, callOptions(context));
      if ("text" in restored) return context.text(restored.text);
      const paths = restored.changed.map(({ path, change }) => `"${path}" (${change})`).join(", ");
      throw new ServerError(
        "record-changed",
        `Cannot give the text of record ${request.id} again as the tree is another by now: ${paths}`,
      );
    },
  },
];
