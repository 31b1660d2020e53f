import type { HonoRequest } from "hono";
import { refuseRequest, ServerError } from "../problem/mod.ts";

/** How much of a body is read, and for how long. */
interface BodyLimits {
  /** Most bytes of a body. */
  readonly maxBytes: number;
  /** Longest time that it may take to arrive, in milliseconds. */
  readonly timeoutMs: number;
  /** Called with the bytes of each part that has come; what it throws ends the reading. */
  readonly onBytes?: (bytes: number) => void;
}

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
  { maxBytes, timeoutMs, onBytes = () => {} }: BodyLimits,
): Promise<void> {
  const length = request.header("content-length");
  if (Number(length ?? 0) > maxBytes) throw refuseLength(maxBytes);
  if (request.method === "GET" || request.method === "HEAD") return;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(refuseSlowness(timeoutMs)), timeoutMs);
  try {
    if (length !== undefined && Number(length) <= MAX_WHOLE_BYTES) {
      const { byteLength } = await Promise.race([request.arrayBuffer(), late]);
      // Within a process nobody has made the length true.
      if (byteLength > maxBytes) throw refuseLength(maxBytes);
      onBytes(byteLength);
    } else {
      const body = await readParts(request.raw, { maxBytes, onBytes, late });
      const { url, method, headers, signal } = request.raw;
      request.raw = new Request(url, { method, headers, body, signal });
    }
  } catch (error) {
    if (error instanceof ServerError) throw error;
    throw refuseRequest("Cannot read the body: it ends too early", {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a body that is counted while it comes. */
async function readParts(
  { body }: Request,
  { maxBytes, onBytes, late }: Required<Pick<BodyLimits, "maxBytes" | "onBytes">> & {
    /** Rejects when the body is too slow. */
    readonly late: Promise<never>;
  },
): Promise<ArrayBuffer> {
  if (body === null) return new ArrayBuffer();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  try {
    for (let length = 0;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) return join(chunks, length);
      length += value.length;
      if (length > maxBytes) throw refuseLength(maxBytes);
      onBytes(value.length);
      chunks.push(value);
    }
  } catch (error) {
    // What is still under way is nobody's any more; a stream that has failed says so again.
    reader.cancel().catch(() => {});
    throw error;
  }
}

function join(chunks: readonly Uint8Array[], length: number): ArrayBuffer {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes.buffer;
}

function refuseLength(maxBytes: number): ServerError {
  return new ServerError("body-too-large", `Cannot take a body of more than ${maxBytes} bytes`);
}

function refuseSlowness(timeoutMs: number): ServerError {
  return new ServerError(
    "body-too-slow",
    `Cannot wait for the body any longer: it must arrive within ${timeoutMs} ms`,
  );
}
