/**
 * HTTP, MCP and the page: three interfaces to one service.
 *
 * `app.ts` connects the wings and `serve.ts` listens. Read the wings in this order: `problem/`,
 * `schema/` and `request/` define requests and refusals; `service/` answers from the engines of
 * this thread, and `pool/` from those of other threads; `events/` emits events about deliveries;
 * `protect/` runs before all routes; `api/`, `mcp/` and `page/` are the three interfaces; `listen/`
 * is the socket below them.
 *
 * @module
 */

export { createApp } from "./app.ts";
export { type RunningServer, serve } from "./serve.ts";
export { ListenError } from "./listen/mod.ts";
export { loadDoorHandlers, openPooledService, openWarmService } from "./pool/mod.ts";
export type { GuardOptions } from "./protect/mod.ts";
export type { TokenClaim } from "./request/mod.ts";
export { nameRoots, openLocalService, type ServedRoot, type Service } from "./service/mod.ts";
