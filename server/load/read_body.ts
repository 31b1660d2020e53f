import { ServerError } from "../problem/server_error.ts";

/** How much of a body is read, and for how long. */
export interface BodyLimits {
  /** Most bytes of a body. */
  readonly maxBytes: number;
  /** Longest time that it may take to arrive, in milliseconds. */
  readonly timeoutMs: number;
  /** Called with the bytes of each part that has come; what it throws ends the reading. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Returns the body of a request, read to its end; null when it has none.
 *
 * It is read before anything is answered: then no answer waits for a slow client, and no request
 * counts as in flight before it is complete.
 *
 * @throws {ServerError} `body-too-large`, by its declared length or by what has come; `body-too-slow`;
 * `invalid-request` when it ends too early or is not well formed.
 */
export async function readBody(
  request: Request,
  { maxBytes, timeoutMs, onBytes = () => {} }: BodyLimits,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw refuseLength(maxBytes);
  if (request.body === null) return null;
  const reader = request.body.getReader();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(refuseSlowness(timeoutMs)), timeoutMs);
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
    if (error instanceof ServerError) throw error;
    throw new ServerError("invalid-request", "Cannot read the body: it ends too early", {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
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
