/**
 * The edges that others call: HTTP, MCP and the page, over one service.
 *
 * `app.ts` puts the wings together and `serve.ts` listens. Read the wings in this order: `problem/`,
 * `schema/` and `request/` are what is asked and refused; `service/` answers from the engines of this
 * thread, `pool/` from those of others, and `events/` tells what they give; `protect/` stands in front of all
 * routes; `api/`, `mcp/` and `page/` are the three edges, and `listen/` is the socket under them.
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
