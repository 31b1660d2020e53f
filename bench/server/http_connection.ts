/** Response of a server. */
export interface HttpAnswer {
  readonly status: number;
  /** Body as text. */
  readonly body: string;
}

/** Initial size of the buffer, in bytes. */
const INITIAL_BUFFER_BYTES = 256 * 1024;

const DECODER = new TextDecoder();
const STATUS_REGEXP = /^HTTP\/1\.1 (\d{3})/;
const LENGTH_REGEXP = /\r\ncontent-length: (\d+)\r\n/i;
const CHUNKED_REGEXP = /\r\ntransfer-encoding: chunked\r\n/i;
const CHUNKS_END = "\r\n0\r\n\r\n";

/**
 * Connection that stays open, for one request at a time. It parses only the HTTP that this
 * project's servers write, so that the measurement contains little work of the client, which runs
 * beside them.
 */
export class HttpConnection implements Disposable {
  readonly #connection: Deno.TcpConn;
  #buffer = new Uint8Array(INITIAL_BUFFER_BYTES);

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  /** Connects to a server. */
  static async open(address: Pick<Deno.NetAddr, "hostname" | "port">): Promise<HttpConnection> {
    const connection = await Deno.connect({ hostname: address.hostname, port: address.port });
    connection.setNoDelay(true);
    return new HttpConnection(connection);
  }

  /**
   * Sends a request and returns the whole response.
   *
   * @throws {Error} When the server closes the connection first.
   */
  async send(request: Uint8Array): Promise<HttpAnswer> {
    for (let sent = 0; sent < request.length;) {
      sent += await this.#connection.write(request.subarray(sent));
    }
    let length = 0;
    for (;;) {
      if (length === this.#buffer.length) this.#grow();
      const count = await this.#connection.read(this.#buffer.subarray(length));
      if (count === null) throw new Error(`The server closed the connection after ${length} bytes`);
      length += count;
      const answer = parseAnswer(this.#buffer.subarray(0, length));
      if (answer !== undefined) return answer;
    }
  }

  /** Closes the connection at once. */
  [Symbol.dispose](): void {
    this.#connection.close();
  }

  #grow(): void {
    const larger = new Uint8Array(this.#buffer.length * 2);
    larger.set(this.#buffer);
    this.#buffer = larger;
  }
}

/** Returns the response, or undefined while it is incomplete. */
function parseAnswer(bytes: Uint8Array): HttpAnswer | undefined {
  const end = findHeadEnd(bytes);
  if (end < 0) return undefined;
  const head = DECODER.decode(bytes.subarray(0, end));
  const status = Number(STATUS_REGEXP.exec(head)?.[1]);
  const length = LENGTH_REGEXP.exec(head)?.[1];
  if (length !== undefined) {
    const whole = end + Number(length);
    return bytes.length < whole
      ? undefined
      : { status, body: DECODER.decode(bytes.subarray(end, whole)) };
  }
  if (!CHUNKED_REGEXP.test(head)) return { status, body: "" };
  const tail = DECODER.decode(bytes.subarray(Math.max(end - 2, bytes.length - CHUNKS_END.length)));
  return tail.endsWith(CHUNKS_END)
    ? { status, body: DECODER.decode(bytes.subarray(end)) }
    : undefined;
}

/** Returns the position of the body, or -1. */
function findHeadEnd(bytes: Uint8Array): number {
  for (let i = bytes.indexOf(13); i >= 0 && i + 3 < bytes.length; i = bytes.indexOf(13, i + 1)) {
    if (bytes[i + 1] === 10 && bytes[i + 2] === 13 && bytes[i + 3] === 10) return i + 4;
  }
  return -1;
}
