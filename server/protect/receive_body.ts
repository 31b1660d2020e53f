import type { HonoRequest } from "hono";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import { withTimeout } from "../service/mod.ts";

/**
 * Maximum number of bytes of a body that the listener reads at once, which takes a sixth less of
 * its time than a stream. Such bodies are counted when they are complete: those of all connections
 * take 256 MiB.
 */
const MAX_WHOLE_BYTES = 64 * 1024;

/**
 * Reads the body of a request to its end. The methods of the request then return it at once.
 *
 * It is read before anything is answered, so that no answer waits for a slow client, and no request
 * counts as in flight before it is complete.
 *
 * @throws {ServerError} `body-too-large`, by its declared length or by the received bytes;
 *   `body-too-slow`; `invalid-request` when it ends too early or is malformed.
 */
export async function receiveBody(
  request: HonoRequest,
  { maxBytes, timeoutMs, onBytes }: {
    readonly maxBytes: number;
    /** Longest time for the body to arrive, in milliseconds. */
    readonly timeoutMs: number;
    /** Called with the number of bytes of each part. An error that it throws ends the reading. */
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
      const { byteLength } = await withTimeout(request.arrayBuffer(), timeoutMs, giveUp);
      // Within a process, no protocol enforces the declared length.
      if (byteLength > maxBytes) throw refuseLength(maxBytes);
      onBytes(byteLength);
    } else {
      const { url, method, headers, signal } = request.raw;
      const counted = request.raw.body?.pipeThrough(
        countBytes(maxBytes, onBytes),
        { signal: late.signal },
      );
      const body = await withTimeout(new Response(counted).arrayBuffer(), timeoutMs, giveUp);
      request.raw = new Request(url, { method, headers, body, signal });
    }
  } catch (cause) {
    if (cause instanceof ServerError) throw cause;
    throw refuseRequest("Cannot read the body: it is incomplete", { cause });
  }
}

/** Returns a stream that passes the parts of a body through and counts them. */
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
