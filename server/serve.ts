import { getLogger } from "@logtape/logtape";
import { type AppOptions, createApp } from "./app.ts";
import { listen, ListenError, type ListenOptions } from "./listen/mod.ts";
import { LOG_CATEGORY } from "./log/mod.ts";
import { asksToken, InFlight, isLoopback } from "./protect/mod.ts";
import { inTime, type Service } from "./service/mod.ts";

/** Where the server listens by default: nobody else's port, and only for this machine. */
const DEFAULT_PORT = 7420;

/** The address that it listens on by default. */
const DEFAULT_HOSTNAME = "127.0.0.1";

/** How long requests in flight may take when the server stops, in milliseconds. */
const DEFAULT_GRACE_MS = 10_000;

/** How long answers may take to reach their clients, and then the service to end, at least, in milliseconds. */
const LAST_MS = 500;

/** How a server listens, who may call, how much, and how it stops. */
export interface ServeOptions
  extends Omit<AppOptions, "onFailure">, Omit<ListenOptions, "hostname" | "port" | "onFailure"> {
  /** A name or address of this machine. @default {"127.0.0.1"} */
  readonly hostname?: string | undefined;
  /** A port, or 0 for any that is free. @default {7420} */
  readonly port?: number | undefined;
  /** How long requests in flight, and their answers, may take when it stops, in milliseconds. @default {10000} */
  readonly graceMs?: number | undefined;
}

/** A server that listens; disposing of it is the same as stopping it. */
export interface RunningServer extends AsyncDisposable {
  /** The port that it listens on. */
  readonly port: number;
  /** Where it can be called: `"http://127.0.0.1:7420"`. */
  readonly url: string;
  /**
   * Takes no new requests, finishes those in flight until their answers have been sent, and disposes of
   * the service: within the grace, and a second more. An index run ends with what it has done.
   */
  stop(): Promise<void>;
}

/**
 * Listens and answers for a service, which it owns from then on.
 *
 * @throws {ListenError} When it can not listen there, or not without a token.
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
  if (isPublic && !asksToken(options.guard ?? {})) {
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
    const leftMs = () => Math.max(end - performance.now(), LAST_MS);
    listener.refuse();
    if (!await inFlight.drain(graceMs)) {
      logger.warning("Stopped with {count} unfinished requests", { count: inFlight.count });
    }
    await listener.close(leftMs());
    const tell = () => logger.warning("Stopped while the service was still busy");
    await inTime(service[Symbol.asyncDispose](), leftMs(), tell);
  }
}
