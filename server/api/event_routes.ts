import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { ServiceWithEvents } from "../events/mod.ts";
import { ROOT_FIELD, ROOT_FIELDS, type RootRequest } from "@dossier/retrieval/fields";
import * as z from "zod";
import { EVENTS_TYPE } from "@dossier/retrieval/operation";
import { callOptions, readParameters, type RequestEnv } from "../request/mod.ts";
import { toFieldSchemas } from "../schema/mod.ts";
import { abortable, findServedRoot } from "../service/mod.ts";
import type { Route } from "./route.ts";

/**
 * Longest silence of a stream, in milliseconds: proxies close a connection that is silent for a
 * minute.
 */
const HEARTBEAT_MS = 15_000;

/** Comment, which clients ignore. */
const HEARTBEAT = ": still here\n\n";

/** Header in which a client names the last event that it received. */
const LAST_EVENT_HEADER = "Last-Event-ID";

const ROOT_REQUEST = z.strictObject(toFieldSchemas(ROOT_FIELDS)) as z.ZodType<RootRequest>;

/** Route of the events that are emitted while contexts are delivered. */
export const EVENT_ROUTES: readonly Route[] = [
  {
    method: "get",
    path: "/v1/events",
    name: "events",
    summary: "Deliveries of a tree to its sessions, as events: system prompts and contexts",
    parameters: [{ name: "root", in: "query", field: ROOT_FIELD }],
    answers: [{ type: EVENTS_TYPE, events: "ContextEvent" }],
    problems: ["root-unknown"],
    handle(context, service) {
      const request = readParameters(context, ROOT_REQUEST);
      return streamEvents(context, service, findServedRoot(service.roots, request.root).name);
    },
  },
];

/**
 * Answers with events until the client disconnects or is too slow, or until the server is to stop.
 */
function streamEvents(
  context: Context<RequestEnv>,
  { events }: ServiceWithEvents,
  root: string,
): Response {
  const follower = events.follow(root, context.req.header(LAST_EVENT_HEADER));
  const { signal } = callOptions(context);
  const close = () => follower.close();
  if (signal.aborted) close();
  signal.addEventListener("abort", close);
  return streamSSE(context, async (stream) => {
    stream.onAbort(close);
    // A write to a slow client must not wait after the follower is closed.
    const send = (write: () => Promise<unknown>) => abortable(follower.closed, write);
    try {
      // The headers are sent with the first bytes. They show the client that the stream is open.
      await send(() => stream.write(HEARTBEAT));
      for (let next = await follower.next(HEARTBEAT_MS); next !== undefined;) {
        const event = next;
        await send(() =>
          event === "silence" ? stream.write(HEARTBEAT) : stream.writeSSE({ ...event })
        );
        next = await follower.next(HEARTBEAT_MS);
      }
    } catch (error) {
      if (!follower.closed.aborted) throw error;
    } finally {
      signal.removeEventListener("abort", close);
      close();
    }
  });
}
