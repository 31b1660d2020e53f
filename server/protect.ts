import type { Hono } from "hono";
import { requestId } from "hono/request-id";
import { guardRequests } from "./guard/guard_requests.ts";
import type { GuardOptions } from "./guard/guard_options.ts";
import { hardenAnswers } from "./guard/harden_answers.ts";
import { loginRoutes } from "./guard/login_routes.ts";
import { limitLoad, type LoadOptions } from "./load/limit_load.ts";
import { logRequests } from "./log/log_requests.ts";
import type { RequestEnv } from "./request_env.ts";

/** Who may call, and how much. */
export interface ProtectOptions {
  /** Who may call. */
  readonly guard?: GuardOptions | undefined;
  /** How much is taken on. */
  readonly load?: LoadOptions | undefined;
}

/**
 * Puts in front of all routes of `app` that are added later: a name for the request, its line in the
 * log, who may call, and how much is taken on.
 */
export function protect(app: Hono<RequestEnv>, { guard = {}, load }: ProtectOptions = {}): void {
  app.use(requestId());
  app.use(hardenAnswers());
  app.use(logRequests());
  app.use(guardRequests(guard));
  app.use(limitLoad(load));
  if (guard.token !== undefined) app.route("/login", loginRoutes(guard.token));
}
