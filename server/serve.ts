import { getLogger } from "@logtape/logtape";
import { type AppOptions, createApp } from "./app.ts";
import { listen, ListenError, type ListenOptions } from "./listen/mod.ts";
import { LOG_CATEGORY } from "./log/mod.ts";
import { InFlight, isLoopback, requiresToken } from "./protect/mod.ts";
import { type Service, withTimeout } from "./service/mod.ts";

/** Port that the server listens on by default, which no other known program uses. */
const DEFAULT_PORT = 7420;

/** Address that the server listens on by default: only this machine can reach it. */
const DEFAULT_HOSTNAME = "127.0.0.1";

/** Longest time of requests in flight when the server stops, in milliseconds. */
const DEFAULT_GRACE_MS = 10_000;

/**
 * Shortest time limit for responses to reach their clients, and then for the service to end, in
 * milliseconds.
 */
const MIN_CLOSE_MS = 500;

/** Address, access control, load limits and shutdown of a server. */
export interface ServeOptions
  extends Omit<AppOptions, "onFailure">, Omit<ListenOptions, "hostname" | "port" | "onFailure"> {
  /** Name or address of this machine. @default {"127.0.0.1"} */
  readonly hostname?: string | undefined;
  /** Port, or 0 for any free one. @default {7420} */
  readonly port?: number | undefined;
  /**
   * Longest time of requests in flight, and of their responses, when the server stops, in
   * milliseconds. @default {10000}
   */
  readonly graceMs?: number | undefined;
}

/** Server that listens. Disposing of it is the same as stopping it. */
export interface RunningServer extends AsyncDisposable {
  /** Port that it listens on. */
  readonly port: number;
  /** Address for clients: `"http://127.0.0.1:7420"`. */
  readonly url: string;
  /**
   * Accepts no new requests, finishes those in flight until their responses have been sent, and
   * disposes of the service: within the grace period, and a second more. An index run stops and
   * keeps its result so far.
   */
  stop(): Promise<void>;
}

/**
 * Listens and answers requests for a service, which the server owns from then on.
 *
 * @throws {ListenError} When it cannot listen there, or not without a token.
 *
 * @example
 * ```ts
 * import { nameRoots, openLocalService, serve } from "@dossier/server";
 * import assert from "node:assert/strict";
 *
 * const service = openLocalService(nameRoots([Deno.makeTempDirSync()]));
 * await using server = await serve(service, { port: 0 });
 * const response = await fetch(`${server.url}/healthz`);
 * assert.deepEqual(await response.json(), { status: "ok" });
 * ```
 */
export async function serve(service: Service, options: ServeOptions = {}): Promise<RunningServer> {
  const { hostname = DEFAULT_HOSTNAME, port = DEFAULT_PORT, graceMs = DEFAULT_GRACE_MS } = options;
  const { inFlight = new InFlight() } = options.load ?? {};
  const isPublic = !isLoopback(hostname);
  if (isPublic && !requiresToken(options.guard ?? {})) {
    throw new ListenError(
      `Cannot listen on "${hostname}" without a token, as others can reach it: ` +
        "give --token-file or DOSSIER_TOKEN, or listen on 127.0.0.1",
    );
  }
  const logger = getLogger(LOG_CATEGORY);
  const onFailure = (error: unknown) => logger.error("Internal error: {error}", { error });
  const app = createApp(service, {
    guard: { ...options.guard, isPublic },
    load: { ...options.load, inFlight },
    onFailure,
  });
  const listener = await listen((request, caller) => app.fetch(request, caller), {
    ...options,
    hostname,
    port,
    onFailure,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= stopServer();
  return { port: listener.port, url: listener.url, stop, [Symbol.asyncDispose]: stop };

  async function stopServer(): Promise<void> {
    const end = performance.now() + graceMs;
    const leftMs = () => Math.max(end - performance.now(), MIN_CLOSE_MS);
    listener.stopAccepting();
    if (!await inFlight.drain(graceMs)) {
      logger.warning("Stopped with {count} unfinished requests", { count: inFlight.count });
    }
    await listener.close(leftMs());
    const warn = () => logger.warning("Stopped while the service was still busy");
    await withTimeout(service[Symbol.asyncDispose](), leftMs(), warn);
  }
}
