/**
 * The edges that others call: HTTP, MCP and the page, over one service.
 *
 * Read in this order: `service/` is what all of them ask, in this thread or in others; `schema/` is what
 * requests look like; `app.ts` answers over HTTP, by the list of `routes/`, which `openapi/` describes;
 * `problem/` gives every code its status; `page/` shows people what agents are given.
 *
 * @module
 */

export { type App, type AppOptions, createApp } from "./app.ts";
export { type Problem, type ProblemPart } from "./problem/to_problem.ts";
export type { Caller, RequestEnv } from "./request_env.ts";
export type { GuardOptions } from "./guard/guard_options.ts";
export { ListenError, type ListenOptions } from "./listen.ts";
export { InFlight } from "./load/in_flight.ts";
export type { LoadOptions } from "./load/limit_load.ts";
export type { ProtectOptions } from "./protect.ts";
export { type RunningServer, serve, type ServeOptions } from "./serve.ts";
export { type LocalServiceOptions, openLocalService } from "./service/local_service.ts";
export { nameRoots } from "./service/name_roots.ts";
export type {
  CallOptions,
  RenderedBundle,
  RootReadiness,
  ServedRoot,
  Service,
  WithdrawRequest,
} from "./service/service.ts";
export type { ErrorCode } from "./problem/status_codes.ts";
export { ServerError, type ServerErrorCode } from "./problem/server_error.ts";
export type {
  DocumentRequest,
  DocumentsRequest,
  LeftOutRequest,
  MeasureRequest,
} from "./schema/browse_request.ts";
export type { ContextRequest } from "./schema/context_request.ts";
export type { LogRequest, RecordRequest } from "./schema/log_request.ts";
export type { RootRequest } from "./schema/root_request.ts";
export type { NeedRequest } from "./schema/need_request.ts";
export type { ReadRequest } from "./schema/read_request.ts";
export type { SearchRequest } from "./schema/search_request.ts";
export { openPooledService, type PooledServiceOptions } from "./pool/pooled_service.ts";
