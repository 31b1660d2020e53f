import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import { LOG_CATEGORY } from "../log/log_category.ts";
import type { RequestEnv } from "../request_env.ts";

/** Says in the log from where somebody tried a wrong token, and not which. */
export function logWrongToken({ env, get }: Context<RequestEnv>): void {
  // Requests of the same process have no listener, and no bindings.
  const address = env?.address ?? "this process";
  const requestId = get("requestId");
  getLogger(LOG_CATEGORY).warning("Wrong token from {address}, request {requestId}", {
    address,
    requestId,
  });
}
