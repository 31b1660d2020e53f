import type { HonoRequest } from "hono";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import { inTime } from "../service/mod.ts";

/**
 * Bodies of this length at most are read by the listener in one go, which takes a sixth less of its time
 * than a stream. They are counted when they are whole: those of all connections take 256 MiB.
 */
const MAX_WHOLE_BYTES = 64 * 1024;

/**
 * Reads the body of a request to its end; the request's methods then have it at hand.
 *
 * It is read before anything is answered: then no answer waits for a slow client, and no request
 * counts as in flight before it is complete.
 *
 * @throws {ServerError} `body-too-large`, by its declared length or by what has come; `body-too-slow`;
 * `invalid-request` when it ends too early or is not well formed.
 */
export async function receiveBody(
  request: HonoRequest,
  { maxBytes, timeoutMs, onBytes }: {
    readonly maxBytes: number;
    /** Longest time that it may take to arrive, in milliseconds. */
    readonly timeoutMs: number;
    /** Called with the bytes of each part that has come; what it throws ends the reading. */
    readonly onBytes: (bytes: number) => void;
  },
): Promise<void> {
  const length = request.header("content-length");
  if (Number(length ?? 0) > maxBytes) throw refuseLength(maxBytes);
  if (request.method === "GET" || request.method === "HEAD") return;
  const late = new AbortController();
  const giveUp = () => {
    const sentence = "Cannot wait longer for the body: it must arrive within";
    const error = new ServerError("body-too-slow", `${sentence} ${timeoutMs} ms`);
    late.abort(error);
    throw error;
  };
  try {
    if (length !== undefined && Number(length) <= MAX_WHOLE_BYTES) {
      const { byteLength } = await inTime(request.arrayBuffer(), timeoutMs, giveUp);
      // Within a process nobody has made the length true.
      if (byteLength > maxBytes) throw refuseLength(maxBytes);
      onBytes(byteLength);
    } else {
      const { url, method, headers, signal } = request.raw;
      const counted = request.raw.body?.pipeThrough(
        countBytes(maxBytes, onBytes),
        { signal: late.signal },
      );
      const body = await inTime(new Response(counted).arrayBuffer(), timeoutMs, giveUp);
      request.raw = new Request(url, { method, headers, body, signal });
    }
  } catch (cause) {
    if (cause instanceof ServerError) throw cause;
    throw refuseRequest("Cannot read the body: it is incomplete", { cause });
  }
}

/** Returns what lets the parts of a body through and counts them. */
function countBytes(
  maxBytes: number,
  onBytes: (bytes: number) => void,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let length = 0;
  return new TransformStream({
    transform(part, controller) {
      length += part.length;
      if (length > maxBytes) throw refuseLength(maxBytes);
      onBytes(part.length);
      controller.enqueue(part);
    },
  });
}

function refuseLength(maxBytes: number): ServerError {
  return new ServerError("body-too-large", `Cannot accept a body of more than ${maxBytes} bytes`);
}
