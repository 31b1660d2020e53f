import type { OfferedInject } from "@dossier/memory/core";
import type { AskServer, RefreshReply } from "./rail.ts";

/** Timeout of a request, in milliseconds. */
const ASK_MS = 10_000;

/** The server of a session's queue. */
export interface RailServer {
  /** Its address, such as `http://127.0.0.1:7420`. */
  readonly server: string;
  /** The token of a server that others can reach. */
  readonly token?: string | undefined;
  /** The session of the worker. */
  readonly session: string;
}

/**
 * Returns a function for the requests of a worker to a dossier server over HTTP, by `POST
 * /v1/sessions/:id/refresh`; 204 is an empty response. The token is sent to that server only:
 * redirects are errors.
 *
 * The returned function throws without a response within 10 seconds, for an error status, and for a
 * response of another shape.
 */
export function askOverHttp({ server, token, session }: RailServer): AskServer {
  const url = new URL(`/v1/sessions/${encodeURIComponent(session)}/refresh`, server);
  const headers = {
    "content-type": "application/json",
    ...token !== undefined && { authorization: `Bearer ${token}` },
  };
  return async (request, signal) => {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(request),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]),
    });
    if (response.status === 204) return undefined;
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(
        `Cannot refresh the session "${session}" as the server rejects it with the status ${response.status}`,
      );
    }
    return readReply(await response.json(), session);
  };
}

function readReply(reply: unknown, session: string): RefreshReply {
  if (!isReply(reply)) {
    throw new Error(
      `Cannot refresh the session "${session}" as the response is not a reply to a refresh`,
    );
  }
  const { refreshed, stop, inject } = reply;
  return { refreshed, stop, ...inject && { inject: readInject(inject) } };
}

/** A text as the server sends it. */
interface SentInject {
  readonly deliveryId: string;
  readonly text: string;
  readonly kind: "" | OfferedInject["kind"];
  readonly turn?: string;
}

interface SentReply extends Omit<RefreshReply, "inject"> {
  readonly inject?: SentInject | null;
}

function isReply(value: unknown): value is SentReply {
  if (!isRecord(value)) return false;
  const { refreshed, stop, inject } = value;
  return typeof refreshed === "boolean" && typeof stop === "boolean" &&
    (inject === undefined || inject === null || isInject(inject));
}

function isInject(value: unknown): value is SentInject {
  if (!isRecord(value)) return false;
  const { deliveryId, text, kind, turn } = value;
  return typeof deliveryId === "string" && typeof text === "string" &&
    (kind === "" || kind === "memory" || kind === "user") &&
    (turn === undefined || typeof turn === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function readInject({ deliveryId, text, kind, turn }: SentInject): OfferedInject {
  return {
    deliveryId,
    text,
    kind: kind === "" ? "memory" : kind,
    ...turn !== undefined && { turnId: turn },
  };
}
