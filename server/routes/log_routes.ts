import { ServerError } from "../problem/server_error.ts";
import { readQuery } from "../request/read_query.ts";
import { LOG_REQUEST, RECORD_REQUEST } from "../schema/log_request.ts";
import { callOptions, ROOT_PARAMETER, type Route, type RouteParameter } from "./route.ts";

const WHOLE_NUMBER = { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

const ID_PARAMETER: RouteParameter = {
  name: "id",
  in: "path",
  description: "Number of a record",
  schema: WHOLE_NUMBER,
};

/** `GET /v1/log`: the records, newest first. */
export const LOG_ROUTE: Route = {
  method: "get",
  path: "/v1/log",
  name: "log",
  summary: "What was given to whom and why, newest first",
  parameters: [
    ROOT_PARAMETER,
    {
      name: "session",
      in: "query",
      description: "Only what this session was given",
      schema: { type: "string", minLength: 1, maxLength: 200 },
    },
    {
      name: "limit",
      in: "query",
      description: "Most records: by default 20",
      schema: { type: "integer", minimum: 1, maximum: 100 },
    },
    {
      name: "before",
      in: "query",
      description: "Only records older than this one",
      schema: WHOLE_NUMBER,
    },
  ],
  answers: [{ type: "application/json", schema: "RecordList" }],
  async handle(context, service) {
    const request = readQuery(context, LOG_REQUEST, ["limit", "before"]);
    return context.json({ records: await service.log(request, callOptions(context)) });
  },
};

/** `GET /v1/log/{id}`: one record. */
export const RECORD_ROUTE: Route = {
  method: "get",
  path: "/v1/log/{id}",
  name: "record",
  summary: "One record: what was asked, planned, given and left out, and why",
  parameters: [ID_PARAMETER, ROOT_PARAMETER],
  answers: [{ type: "application/json", schema: "Record" }],
  async handle(context, service) {
    const request = readQuery(context, RECORD_REQUEST, ["id"]);
    return context.json(await service.record(request, callOptions(context)));
  },
};

/** `GET /v1/log/{id}/text`: the text of a record again. */
export const RECORD_TEXT_ROUTE: Route = {
  method: "get",
  path: "/v1/log/{id}/text",
  name: "recordText",
  summary: "The text of a record byte for byte as it was given; a problem when its files changed",
  parameters: [ID_PARAMETER, ROOT_PARAMETER],
  answers: [{ type: "text/plain" }],
  async handle(context, service) {
    const request = readQuery(context, RECORD_REQUEST, ["id"]);
    const restored = await service.renderRecord(request, callOptions(context));
    if ("text" in restored) return context.text(restored.text);
    const paths = restored.changed.map(({ path, change }) => `"${path}" (${change})`).join(", ");
    throw new ServerError(
      "record-changed",
      `Cannot give the text of record ${request.id} again as the tree is another by now: ${paths}`,
    );
  },
};
