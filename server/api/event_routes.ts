import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { TellingService } from "../events/mod.ts";
import { ROOT_FIELD, ROOT_FIELDS, type RootRequest } from "@dossier/retrieval/fields";
import * as z from "zod";
import { EVENTS_TYPE } from "@dossier/retrieval/operation";
import { callOptions, readParameters, type RequestEnv } from "../request/mod.ts";
import { toShapes } from "../schema/mod.ts";
import { findServedRoot, heedSignal } from "../service/mod.ts";
import type { Route } from "./route.ts";

/** How long a stream says nothing at most, in milliseconds: proxies close what is silent for a minute. */
const HEARTBEAT_MS = 15_000;

/** A comment, which clients pass over. */
const HEARTBEAT = ": still here\n\n";

/** The header in which a client says what it has. */
const LAST_EVENT_HEADER = "Last-Event-ID";

const ROOT_REQUEST = z.strictObject(toShapes(ROOT_FIELDS)) as z.ZodType<RootRequest>;

/** The route of what is told while contexts are given. */
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

/** Answers with events until the client goes, is too slow, or the server is to stop. */
function streamEvents(
  context: Context<RequestEnv>,
  { events }: TellingService,
  root: string,
): Response {
  const follower = events.follow(root, context.req.header(LAST_EVENT_HEADER));
  const { signal } = callOptions(context);
  const close = () => follower.close();
  if (signal.aborted) close();
  signal.addEventListener("abort", close);
  return streamSSE(context, async (stream) => {
    stream.onAbort(close);
    // What a slow client leaves untaken must not hold the stream once it is let go of.
    const send = (write: () => Promise<unknown>) => heedSignal(follower.closed, write);
    try {
      // Headers go with the first bytes, by which a client knows that it follows.
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
