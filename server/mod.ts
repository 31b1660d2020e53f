/**
 * The edges that others call: HTTP, MCP and the page, over one service.
 *
 * `app.ts` puts the wings together and `serve.ts` listens. Read the wings in this order: `problem/`,
 * `schema/` and `request/` are what is asked and refused; `service/` answers from the engines of this
 * thread, `pool/` from those of others; `protect/` stands in front of all routes; `api/`, `mcp/` and
 * `page/` are the three edges, and `listen/` is the socket under them.
 *
 * @module
 */

export { type App, type AppOptions, createApp } from "./app.ts";
export { type RunningServer, serve, type ServeOptions } from "./serve.ts";
export { ListenError, type ListenOptions } from "./listen/mod.ts";
export { openPooledService, type PooledServiceOptions } from "./pool/mod.ts";
export {
  type ErrorCode,
  type Problem,
  type ProblemPart,
  ServerError,
  type ServerErrorCode,
} from "./problem/mod.ts";
export {
  type GuardOptions,
  InFlight,
  type LoadOptions,
  type ProtectOptions,
} from "./protect/mod.ts";
export type { Caller, RequestEnv } from "./request/mod.ts";
export type {
  ContextRequest,
  DocumentRequest,
  DocumentsRequest,
  LeftOutRequest,
  LogRequest,
  MeasureRequest,
  NeedRequest,
  ReadRequest,
  RecordRequest,
  RootRequest,
  SearchRequest,
} from "./schema/mod.ts";
export {
  type CallOptions,
  type IndexOptions,
  type LocalServiceOptions,
  nameRoots,
  openLocalService,
  type RenderedBundle,
  type RootReadiness,
  type ServedRoot,
  type Service,
  type WithdrawRequest,
} from "./service/mod.ts";
