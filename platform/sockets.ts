import type { AddressInfo, Server, Socket } from "node:net";
import { toSystemError } from "./errors.ts";
import { streamOf } from "./files.ts";

/** Address of a connection or a listener. */
interface Address {
  readonly hostname?: string;
  readonly port: number;
}

function addressOf({ hostname = "0.0.0.0", port }: Address) {
  return { host: hostname, port };
}

/**
 * Returns Node's module for sockets on demand, as it loads streams, and few commands use
 * connections.
 */
function netModule() {
  return process.getBuiltinModule("node:net");
}

/** Connection that is read in pieces and written as a whole. */
class Connection implements Disposable {
  readonly #socket: Socket;
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  #isOver = false;
  #failure: Error | undefined;
  #wake = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    const end = () => {
      this.#isOver = true;
      this.#wake();
    };
    socket.on("readable", () => this.#wake()).on("end", end).on("close", end);
    socket.on("error", (error) => {
      this.#failure = error;
      this.#wake();
    });
    this.readable = streamOf((buffer) => this.read(buffer), () => this.close());
  }

  async read(buffer: Uint8Array): Promise<number | null> {
    for (;;) {
      if (this.#failure !== undefined) throw toSystemError(this.#failure);
      const { readableLength } = this.#socket;
      if (readableLength > 0) {
        const bytes: Uint8Array = this.#socket.read(Math.min(buffer.length, readableLength));
        buffer.set(bytes);
        return bytes.length;
      }
      if (this.#isOver) return null;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        // Requests the next bytes.
        if (this.#socket.read(0) === null && this.#socket.readableLength > 0) resolve();
      });
    }
  }

  write(bytes: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#socket.write(
        bytes,
        (error) => error ? reject(toSystemError(error)) : resolve(bytes.length),
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** Listener that yields connections on demand. */
class Listener implements Disposable {
  readonly #server: Server;
  readonly #waiting: Connection[] = [];
  #isClosed = false;
  #wake = () => {};

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => {
      this.#waiting.push(new Connection(socket));
      this.#wake();
    });
  }

  /** Address of the listener. Node knows it only after one turn of the event loop. */
  get addr(): unknown {
    const address = this.#server.address();
    if (address === null) {
      throw new Error("Cannot get the address of the server as it does not listen yet");
    }
    const { address: hostname, port } = address as AddressInfo;
    return { transport: "tcp", hostname, port };
  }

  close(): void {
    this.#isClosed = true;
    this.#server.close();
    this.#wake();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Connection> {
    while (!this.#isClosed) {
      const connection = this.#waiting.shift();
      if (connection !== undefined) yield connection;
      else await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}

/** Members of `Deno` for connections. */
export const sockets = {
  connect(address: Address): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = netModule().createConnection(addressOf(address));
      const refuse = (error: Error) => reject(toSystemError(error));
      socket.once("error", refuse);
      socket.once("connect", () => {
        socket.off("error", refuse);
        resolve(new Connection(socket));
      });
    });
  },
  listen(address: Address): Listener {
    const server = netModule().createServer();
    let failure: unknown;
    server.on("error", (error) => failure = error);
    server.listen(addressOf(address));
    if (failure !== undefined) throw toSystemError(failure);
    return new Listener(server);
  },
};
