import type { Hono } from "hono";
import { requestId } from "hono/request-id";
import { guardRequests } from "./guard/guard_requests.ts";
import type { GuardOptions } from "./guard/guard_options.ts";
import { hardenAnswers } from "./guard/harden_answers.ts";
import { loginRoutes } from "./guard/login_routes.ts";
import { limitLoad, type LoadOptions } from "./load/limit_load.ts";
import { logRequests } from "./log/log_requests.ts";
import type { RequestEnv } from "./request_env.ts";
import { traceRequests } from "./trace/trace_requests.ts";

/** Who may call, and how much. */
export interface ProtectOptions {
  /** Who may call. */
  readonly guard?: GuardOptions | undefined;
  /** How much is taken on. */
  readonly load?: LoadOptions | undefined;
  /** Names of the trees that requests may be about, for the log. */
  readonly rootNames?: readonly string[] | undefined;
}

/**
 * Puts in front of all routes of `app` that are added later: a span and a name for the request, its line in
 * the log, who may call, and how much is taken on.
 */
export function protect(
  app: Hono<RequestEnv>,
  { guard = {}, load, rootNames = [] }: ProtectOptions = {},
): void {
  app.use(traceRequests());
  app.use(requestId());
  app.use(hardenAnswers());
  app.use(logRequests(rootNames));
  app.use(guardRequests(guard));
  app.use(limitLoad(load));
  if (guard.token !== undefined) app.route("/login", loginRoutes(guard.token));
}
