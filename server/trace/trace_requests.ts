import type { MiddlewareHandler } from "hono";
import type { RequestEnv } from "../request_env.ts";
import { insideSpan, withSpan } from "./spans.ts";

/**
 * Returns the middleware that makes each request a span, which all steps of the answer are inside of,
 * and which is part of the caller's trace where the caller names one (W3C Trace Context).
 *
 * The runtime exports a span of its own for each request, but in `node:http` (2.9.6) nothing that is
 * done for the request comes to lie inside of it.
 */
export function traceRequests(): MiddlewareHandler<RequestEnv> {
  return async function trace({ req }, next) {
    const traceparent = req.header("traceparent");
    const tracestate = req.header("tracestate");
    const carrier = traceparent === undefined
      ? undefined
      : { traceparent, ...(tracestate === undefined ? {} : { tracestate }) };
    await insideSpan(carrier, () => withSpan(req.method, next));
  };
}
