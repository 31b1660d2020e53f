/** Directions in which a proxy passes bytes on. With `none` no connection is closed, as in a network that loses packets. */
export type Passage = "both" | "to-server" | "to-client" | "none" | "refused";

/** Decides by the port that a client connects from, which is undefined where it does not matter. */
export type PassageRule = (clientPort: number) => Passage | Promise<Passage>;

/** Port of this machine that forwards all bytes to another port, until a rule changes that. */
export class TcpProxy implements AsyncDisposable {
  readonly port: number;
  readonly #target: number;
  readonly #listener: Deno.TcpListener;
  readonly #connections = new Set<ProxiedConnection>();
  readonly #accepting: Promise<void>;
  #rule: PassageRule | undefined;
  #bodyBytes: number | undefined;

  /** Listens on a free port of 127.0.0.1 and connects to `target` of the same machine. */
  constructor(target: number) {
    this.#target = target;
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.port = this.#listener.addr.port;
    this.#accepting = this.#accept();
  }

  /** Applies a rule to the connections that there are and to all that come; none passes everything on. */
  async apply(rule: PassageRule | undefined): Promise<void> {
    this.#rule = rule;
    await Promise.all([...this.#connections].map((connection) => this.#decide(connection)));
  }

  /** Closes each connection after that many more bytes of answers; undefined for never. */
  cutAnswersAfter(bytes: number | undefined): void {
    this.#bodyBytes = bytes;
    for (const connection of this.#connections) connection.answerBytesLeft = bytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#connections) connection.close();
    await this.#accepting;
  }

  async #accept(): Promise<void> {
    for await (const client of this.#listener) void this.#serve(client);
  }

  async #serve(client: Deno.TcpConn): Promise<void> {
    const connection = new ProxiedConnection(client);
    connection.answerBytesLeft = this.#bodyBytes;
    this.#connections.add(connection);
    try {
      await this.#decide(connection);
      await connection.run(this.#target);
    } catch {
      // Both ends see that the connection is closed.
    } finally {
      connection.close();
      this.#connections.delete(connection);
    }
  }

  async #decide(connection: ProxiedConnection): Promise<void> {
    const rule = this.#rule;
    connection.setPassage(rule === undefined ? "both" : await rule(connection.clientPort));
  }
}

/** A connection and what may pass through it. */
class ProxiedConnection {
  readonly clientPort: number;
  answerBytesLeft: number | undefined;
  readonly #client: Deno.TcpConn;
  #server: Deno.TcpConn | undefined;
  #passage: Passage = "both";
  #changed = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(client: Deno.TcpConn) {
    this.#client = client;
    this.clientPort = client.remoteAddr.port;
  }

  setPassage(passage: Passage): void {
    this.#passage = passage;
    if (passage === "refused") this.close();
    this.#announce();
  }

  /** Passes bytes on until both ends are done. */
  async run(target: number): Promise<void> {
    await this.#waitFor("to-server");
    this.#server = await Deno.connect({ hostname: "127.0.0.1", port: target });
    await Promise.all([
      this.#pump(this.#client, this.#server, "to-server"),
      this.#pump(this.#server, this.#client, "to-client"),
    ]);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const end of [this.#client, this.#server]) {
      try {
        end?.close();
      } catch {
        // It was closed by the other side.
      }
    }
    this.#announce();
  }

  async #pump(
    from: Deno.TcpConn,
    to: Deno.TcpConn,
    direction: "to-server" | "to-client",
  ): Promise<void> {
    const buffer = new Uint8Array(64 * 1024);
    for (;;) {
      const count = await from.read(buffer);
      await this.#waitFor(direction);
      if (count === null) return await to.closeWrite();
      const isLast = direction === "to-client" && this.answerBytesLeft !== undefined &&
        count >= this.answerBytesLeft;
      const end = isLast ? this.answerBytesLeft! : count;
      for (let at = 0; at < end;) at += await to.write(buffer.subarray(at, end));
      if (isLast) return this.close();
      if (direction === "to-client" && this.answerBytesLeft !== undefined) {
        this.answerBytesLeft -= count;
      }
    }
  }

  /** Waits until bytes may pass in a direction. */
  async #waitFor(direction: "to-server" | "to-client"): Promise<void> {
    while (this.#passage !== "both" && this.#passage !== direction) {
      if (this.#isClosed) throw new Error("The connection is closed");
      await this.#changed.promise;
    }
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
