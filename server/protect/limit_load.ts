import { getLogger } from "@logtape/logtape";
import type { MiddlewareHandler } from "hono";
import { LOG_CATEGORY } from "../log/mod.ts";
import { ServerError } from "../problem/mod.ts";
import { isEventStream, type RequestEnv } from "../request/mod.ts";
import { InFlight } from "./in_flight.ts";
import { receiveBody } from "./receive_body.ts";

/**
 * Most bytes of a body by default: more than any issue with its comments. The longest query, of 200,000
 * characters, takes 2.4 million when each is written as two escapes.
 */
const DEFAULT_MAX_BODY_BYTES: number = 4 * 1024 * 1024;

/**
 * Most bytes of all bodies that are being read or answered: what a burst of the largest may take of memory.
 * Those of up to 64 KiB count from when they are whole.
 */
const DEFAULT_MAX_TOTAL_BYTES: number = 64 * DEFAULT_MAX_BODY_BYTES;

/** Longest time for a body to arrive by default, in milliseconds. */
const DEFAULT_BODY_TIMEOUT_MS = 10_000;

/** Longest time for an answer by default, in milliseconds. */
const DEFAULT_DEADLINE_MS = 30_000;

/** Paths whose answers take as long as they need: an index run, and streams that stay open. */
const UNHURRIED_PATHS: readonly string[] = ["/v1/index", "/v1/events", "/mcp"];

/** Paths whose work ends as soon as the server is to stop: an index run keeps what it has done, events have no end. */
const INTERRUPTED_PATHS: readonly string[] = ["/v1/index", "/v1/events"];

/** Paths that answer however much there is to do, so that whoever watches the server knows that it lives. */
const UNBOUNDED_PATHS: readonly string[] = ["/healthz", "/readyz"];

/** How much is taken on. */
export interface LoadOptions {
  /** The requests in flight; to be shared with what stops the server. */
  readonly inFlight?: InFlight | undefined;
  /** Most bytes of a body. @default {4194304} */
  readonly maxBodyBytes?: number | undefined;
  /** Most bytes of all bodies together; those of up to 64 KiB count once they are whole. @default {268435456} */
  readonly maxTotalBytes?: number | undefined;
  /** Longest time for a body to arrive, in milliseconds. @default {10000} */
  readonly bodyTimeoutMs?: number | undefined;
  /** Longest time for an answer, in milliseconds. @default {30000} */
  readonly deadlineMs?: number | undefined;
}

/**
 * Returns the middleware that bounds what a request may take: its body, its time, and its place among
 * the others. It hands `signal` to the routes, which is aborted when nobody waits for the answer any
 * more, and answers without them when that is so.
 *
 * A route that goes on all the same keeps its place until it has ended: the bound is on the work.
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
    let leave = () => {};
    const release = () => {
      totalBytes -= bytes;
      bytes = 0;
      leave();
    };
    const onBytes = (more: number) => {
      if (totalBytes + more > maxTotalBytes) {
        // At once: others whose parts are here already have room then.
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
      if (!UNBOUNDED_PATHS.includes(path)) leave = inFlight.enter();
    } catch (error) {
      release();
      throw error;
    }
    const ending = openEnding(context.req.raw.signal, {
      stop: INTERRUPTED_PATHS.includes(path) ? inFlight.stopping : inFlight.signal,
      deadlineMs: UNHURRIED_PATHS.includes(path) ? undefined : deadlineMs,
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

/** Returns the early end of a request: its signal, and what rejects with the reason when that is aborted. */
function openEnding(
  client: AbortSignal,
  { stop, deadlineMs }: { readonly stop: AbortSignal; readonly deadlineMs: number | undefined },
) {
  const ending = new AbortController();
  const { signal } = ending;
  const onGone = () =>
    ending.abort(new ServerError("client-gone", "Cannot answer as the client has disconnected"));
  const onStop = () => ending.abort(stop.reason);
  const onLate = () =>
    ending.abort(
      new ServerError("deadline-exceeded", `Cannot answer within ${deadlineMs} ms: request less`),
    );
  const timer = deadlineMs === undefined ? undefined : setTimeout(onLate, deadlineMs);
  client.addEventListener("abort", onGone);
  stop.addEventListener("abort", onStop);
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason))
  );
  // An end that comes after the answer is no error.
  aborted.catch(() => {});
  if (client.aborted) onGone();
  if (stop.aborted) onStop();
  return {
    signal,
    aborted,
    release() {
      clearTimeout(timer);
      client.removeEventListener("abort", onGone);
      stop.removeEventListener("abort", onStop);
    },
  };
}

/** Returns the same answer, whose body calls `onEnd` when it has ended, for whatever reason. */
function onStreamEnd(response: Response, onEnd: () => void): Response {
  const stream = response.body?.pipeThrough(new TransformStream({ flush: onEnd, cancel: onEnd }));
  if (stream === undefined) onEnd();
  return new Response(stream, response);
}
