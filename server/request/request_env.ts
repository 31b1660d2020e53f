import type { Context } from "hono";
import type { RootAccess } from "./root_access.ts";

/** Who calls. */
export interface Caller {
  /** The address that the connection comes from: of a proxy, where there is one. */
  readonly address?: string | undefined;
}

/** The knowledge of a request while it is answered: Hono's environment of all routes. */
export interface RequestEnv {
  /** From the listener; empty for a request from the same process. */
  readonly Bindings: Caller;
  /** Set by what stands before the routes. */
  readonly Variables: {
    /** Aborted when nobody waits for the answer any more. */
    readonly signal?: AbortSignal;
    /** Name of the request in the log and in answers. */
    readonly requestId: string;
    /** Which roots the caller may see; set for all but the paths that are open to everybody. */
    readonly access?: RootAccess | undefined;
    /** Name of the tree that the request is about, for the log. */
    readonly root?: string | undefined;
  };
}

/** Paths that programs ask for; others may be asked for by a person, who can be shown a page. */
export const API_PATH_REGEXP = /^\/(?:v1|mcp)(?:\/|$)/;

/** How people ask: by links and by forms. */
const METHODS: readonly string[] = ["GET", "POST"];

/** Returns whether somebody looks at the answer in a browser. */
export function isBrowserRequest({ req }: Context): boolean {
  return METHODS.includes(req.method) && !API_PATH_REGEXP.test(req.path) &&
    (req.header("accept") ?? "").includes("text/html");
}

/** Returns whether an answer is a stream of server-sent events, which goes on after its headers are sent. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** Returns what ends a call when nobody waits for its answer any more. */
export function callOptions(context: Context<RequestEnv>): { readonly signal: AbortSignal } {
  return { signal: context.get("signal") ?? context.req.raw.signal };
}
