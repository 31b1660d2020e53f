import { getLogger } from "@logtape/logtape";
import type { MiddlewareHandler } from "hono";
import { LOG_CATEGORY } from "../log/mod.ts";
import { ServerError } from "../problem/mod.ts";
import { isEventStream, type RequestEnv } from "../request/mod.ts";
import { InFlight } from "./in_flight.ts";
import { receiveBody } from "./receive_body.ts";

/**
 * Default limit of bytes of a body: more than any issue with its comments. The longest query, of
 * 200,000 characters, takes 2.4 million when each character is written as two escapes.
 */
const DEFAULT_MAX_BODY_BYTES: number = 4 * 1024 * 1024;

/**
 * Default limit of bytes of all bodies that are being read or answered, which is the memory that a
 * burst of the largest ones may use. Bodies of up to 64 KiB count when they are complete.
 */
const DEFAULT_MAX_TOTAL_BYTES: number = 64 * DEFAULT_MAX_BODY_BYTES;

/** Default of the longest time for a body to arrive, in milliseconds. */
const DEFAULT_BODY_TIMEOUT_MS = 10_000;

/** Default of the longest time for an answer, in milliseconds. */
const DEFAULT_DEADLINE_MS = 30_000;

/** Paths without a time limit for answers: an index run, and streams that stay open. */
const PATHS_WITHOUT_DEADLINE: readonly string[] = ["/v1/index", "/v1/events", "/mcp"];

/**
 * Paths whose work ends as soon as the server is to stop. An index run keeps what it has done, and
 * events have no end.
 */
const PATHS_INTERRUPTED_AT_STOP: readonly string[] = ["/v1/index", "/v1/events"];

/** Paths that answer under any load, so that a monitor of the server sees that it runs. */
const PATHS_WITHOUT_LIMIT: readonly string[] = ["/healthz", "/readyz"];

/** Limits of the load. */
export interface LoadOptions {
  /** Requests in flight, shared with the code that stops the server. */
  readonly inFlight?: InFlight | undefined;
  /** Maximum number of bytes of a body. @default {4194304} */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Maximum number of bytes of all bodies together. Those of up to 64 KiB count when they are
   * complete. @default {268435456}
   */
  readonly maxTotalBytes?: number | undefined;
  /** Longest time for a body to arrive, in milliseconds. @default {10000} */
  readonly bodyTimeoutMs?: number | undefined;
  /** Longest time for an answer, in milliseconds. @default {30000} */
  readonly deadlineMs?: number | undefined;
}

/**
 * Returns the middleware that limits the resources of a request: its body, its time, and the number
 * of requests. It passes `signal` to the routes, which is aborted when the answer is no longer
 * needed, and then answers without them.
 *
 * A route that keeps working still counts as in flight until it has ended, as the limit applies to
 * the work.
 */
export function limitLoad(options: LoadOptions = {}): MiddlewareHandler<RequestEnv> {
  const {
    inFlight = new InFlight(),
    maxBodyBytes: maxBytes = DEFAULT_MAX_BODY_BYTES,
    maxTotalBytes = DEFAULT_MAX_TOTAL_BYTES,
    bodyTimeoutMs: timeoutMs = DEFAULT_BODY_TIMEOUT_MS,
    deadlineMs = DEFAULT_DEADLINE_MS,
  } = options;
  const logger = getLogger(LOG_CATEGORY);
  let totalBytes = 0;
  return async function limit(context, next) {
    const { method, path } = context.req;
    let bytes = 0;
    let exit = () => {};
    const release = () => {
      totalBytes -= bytes;
      bytes = 0;
      exit();
    };
    const onBytes = (more: number) => {
      if (totalBytes + more > maxTotalBytes) {
        // It is released at once, so that other bodies whose parts have arrived fit.
        release();
        throw new ServerError(
          "overloaded",
          "Cannot accept the body now as the bodies of other requests use the limit of " +
            `${maxTotalBytes} bytes: try again later`,
        );
      }
      totalBytes += more;
      bytes += more;
    };
    try {
      await receiveBody(context.req, { maxBytes, timeoutMs, onBytes });
      if (!PATHS_WITHOUT_LIMIT.includes(path)) exit = inFlight.enter();
    } catch (error) {
      release();
      throw error;
    }
    const ending = createRequestAbort(context.req.raw.signal, {
      stop: PATHS_INTERRUPTED_AT_STOP.includes(path) ? inFlight.stopping : inFlight.signal,
      deadlineMs: PATHS_WITHOUT_DEADLINE.includes(path) ? undefined : deadlineMs,
    });
    context.set("signal", ending.signal);
    logger.debug("{method} {path} begins", { method, path });
    const end = () => {
      ending.release();
      release();
    };
    const work = next().then(() => {
      if (isEventStream(context.res)) context.res = onStreamEnd(context.res, end);
      else end();
    }, (error) => {
      end();
      throw error;
    });
    await Promise.race([work, ending.aborted]);
  };
}

/**
 * Returns the abort of a request: its signal, and a promise that rejects with the reason when the
 * signal is aborted.
 */
function createRequestAbort(
  client: AbortSignal,
  { stop, deadlineMs }: { readonly stop: AbortSignal; readonly deadlineMs: number | undefined },
) {
  const ending = new AbortController();
  const { signal } = ending;
  const onDisconnect = () =>
    ending.abort(new ServerError("client-gone", "Cannot answer as the client has disconnected"));
  const onStop = () => ending.abort(stop.reason);
  const onLate = () =>
    ending.abort(
      new ServerError("deadline-exceeded", `Cannot answer within ${deadlineMs} ms: request less`),
    );
  const timer = deadlineMs === undefined ? undefined : setTimeout(onLate, deadlineMs);
  client.addEventListener("abort", onDisconnect);
  stop.addEventListener("abort", onStop);
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason))
  );
  // An abort after the answer is not an error.
  aborted.catch(() => {});
  if (client.aborted) onDisconnect();
  if (stop.aborted) onStop();
  return {
    signal,
    aborted,
    release() {
      clearTimeout(timer);
      client.removeEventListener("abort", onDisconnect);
      stop.removeEventListener("abort", onStop);
    },
  };
}

/** Returns the same response, whose body calls `onEnd` when it has ended for any reason. */
function onStreamEnd(response: Response, onEnd: () => void): Response {
  const stream = response.body?.pipeThrough(new TransformStream({ flush: onEnd, cancel: onEnd }));
  if (stream === undefined) onEnd();
  return new Response(stream, response);
}
