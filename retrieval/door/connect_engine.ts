import { receiveLines, sendLine } from "./line_stream.ts";
import type { WarmEngine } from "./warm_engine.ts";

/** Address on which engines listen. */
export const LOOPBACK = "127.0.0.1";

/** Connection to an engine. Both sides have proved that they know the announcement. */
export class EngineConnection implements Disposable {
  readonly #connection: Deno.Conn;
  /** Lines that the engine sends. */
  readonly lines: AsyncGenerator<string>;

  private constructor(connection: Deno.Conn, lines: AsyncGenerator<string>) {
    this.#connection = connection;
    this.lines = lines;
  }

  /**
   * Opens a connection; returns undefined when the engine has ended, or another process has its
   * port, which learns nothing. When the port refuses connections, the announcement is removed.
   *
   * @param options.maxLength Maximum number of characters that the engine may send.
   * @param options.signal Aborted when the connection is not needed any more.
   */
  static async open(
    { port, path, asks, answers }: Pick<WarmEngine, "port" | "path" | "asks" | "answers">,
    { maxLength, signal }: { readonly maxLength: number; readonly signal?: AbortSignal },
  ): Promise<EngineConnection | undefined> {
    let connection: Deno.Conn;
    try {
      connection = await Deno.connect({ hostname: LOOPBACK, port });
    } catch (error) {
      if (error instanceof Deno.errors.ConnectionRefused) removeAnnouncement(path);
      return undefined;
    }
    const opened = new EngineConnection(connection, receiveLines(connection, maxLength));
    const close = () => opened[Symbol.dispose]();
    signal?.addEventListener("abort", close);
    if (signal?.aborted) close();
    try {
      await opened.send(asks);
      if ((await opened.lines.next()).value === answers) return opened;
    } catch {
      // The engine has ended, or the connection is not needed any more.
    }
    close();
    return undefined;
  }

  /** Sends a line. */
  async send(line: string): Promise<void> {
    await sendLine(this.#connection, line);
  }

  /** Closes the connection. Closing it twice does no harm. */
  [Symbol.dispose](): void {
    try {
      this.#connection.close();
    } catch {
      // It is closed already.
    }
  }
}

/**
 * Removes the announcement of an ended engine. Ignores the error when it was removed already, or
 * this process may not remove it.
 */
export function removeAnnouncement(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // The next process that finds it will try again.
  }
}

/** Deadline of an engine, which is extended when it sends something. */
export class EngineDeadline implements Disposable {
  readonly #controller = new AbortController();
  // Uses the timer of a signal, as loading the timers of the runtime takes a new process 5 ms.
  #clock: AbortSignal | undefined;
  #onTimeout: (() => void) | undefined;
  /** Resolves when the deadline has passed. */
  readonly expired: Promise<undefined>;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.expired = promise;
    this.signal.addEventListener("abort", () => resolve(undefined));
  }

  /** Signal that is aborted when the deadline has passed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Sets the deadline, replacing the current one.
   *
   * @param ms Milliseconds from now.
   * @param parts Number of parts of this time. Each part begins when this process gets to run: on a
   * busy machine, where the engine gets as little time, the whole takes longer, and messages that
   * arrived in the meantime are seen. @default {1}
   */
  extend(ms: number, parts = 1): void {
    const onTime = parts === 1
      ? () => this.#controller.abort()
      : () => this.extend(ms * (parts - 1) / parts, parts - 1);
    this.suspend();
    if (this.signal.aborted) return;
    // Other runtimes accept only whole numbers.
    this.#clock = AbortSignal.timeout(Math.max(0, Math.ceil(ms / parts)));
    this.#onTimeout = onTime;
    this.#clock.addEventListener("abort", onTime);
  }

  /** Removes the deadline until the next call of {@link extend}. */
  suspend(): void {
    if (this.#onTimeout !== undefined) this.#clock?.removeEventListener("abort", this.#onTimeout);
  }

  [Symbol.dispose](): void {
    this.suspend();
    this.#controller.abort();
  }
}
