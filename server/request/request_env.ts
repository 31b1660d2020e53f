import type { Context } from "hono";
import type { RootAccess } from "./root_access.ts";

/** Caller of the server. */
export interface Caller {
  /** Address of the connection's other end: that of a proxy, when there is one. */
  readonly address?: string | undefined;
}

/** State of a request while it is answered: Hono's environment of all routes. */
export interface RequestEnv {
  /** Data from the listener; empty for a request from the same process. */
  readonly Bindings: Caller;
  /** Values that the middleware sets. */
  readonly Variables: {
    /** Aborted when the answer is no longer needed. */
    readonly signal?: AbortSignal;
    /** Id of the request in the log and in responses. */
    readonly requestId: string;
    /** Roots that the caller may access. Set for all but the paths without access control. */
    readonly access?: RootAccess | undefined;
    /** Name of the tree that the request is about, for the log. */
    readonly root?: string | undefined;
  };
}

/** Paths for programs. A person may request any other path, and then gets a page. */
export const API_PATH_REGEXP = /^\/(?:v1|mcp)(?:\/|$)/;

/** Methods of browsers: links and forms. */
const METHODS: readonly string[] = ["GET", "POST"];

/** Returns true when a browser shows the response to a person. */
export function isBrowserRequest({ req }: Context): boolean {
  return METHODS.includes(req.method) && !API_PATH_REGEXP.test(req.path) &&
    (req.header("accept") ?? "").includes("text/html");
}

/**
 * Returns true when a response is a stream of server-sent events, which continues after its headers
 * are sent.
 */
export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** Returns call options with the signal that aborts a call when its answer is no longer needed. */
export function callOptions(context: Context<RequestEnv>): { readonly signal: AbortSignal } {
  return { signal: context.get("signal") ?? context.req.raw.signal };
}
