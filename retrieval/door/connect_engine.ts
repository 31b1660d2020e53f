import { receiveLines, sendLine } from "./line_stream.ts";
import type { WarmEngine } from "./warm_engine.ts";

/** Where engines listen. */
export const LOOPBACK = "127.0.0.1";

/** A connection to an engine that knows its caller, and is known to be what it was announced as. */
export class EngineConnection implements Disposable {
  readonly #connection: Deno.Conn;
  /** The lines that the engine sends. */
  readonly lines: AsyncGenerator<string>;

  private constructor(connection: Deno.Conn, lines: AsyncGenerator<string>) {
    this.#connection = connection;
    this.lines = lines;
  }

  /**
   * Returns a connection; undefined when the engine has ended, or somebody else has its port, who is told nothing. The
   * announcement of one that refuses is removed.
   *
   * @param options.maxLength Most characters that it may send.
   * @param options.signal Aborted when nobody waits for the connection any more.
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
      // It has gone, or nobody waits any more.
    }
    close();
    return undefined;
  }

  /** Sends a line. */
  async send(line: string): Promise<void> {
    await sendLine(this.#connection, line);
  }

  /** Closes the connection; once is enough. */
  [Symbol.dispose](): void {
    try {
      this.#connection.close();
    } catch {
      // It is closed.
    }
  }
}

/** Removes the announcement of an engine that has ended, unless somebody else has done so, or this process may not. */
export function removeAnnouncement(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Whoever finds it next finds the same.
  }
}

/** How long an engine is waited for, as it is decided anew whenever it says something. */
export class EngineDeadline implements Disposable {
  readonly #controller = new AbortController();
  // The clock is that of a signal: the timers of the runtime take a process that begins 5 ms to load.
  #clock: AbortSignal | undefined;
  #onTimeout: (() => void) | undefined;
  /** Resolves when it is over. */
  readonly expired: Promise<undefined>;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.expired = promise;
    this.signal.addEventListener("abort", () => resolve(undefined));
  }

  /** Aborted when it is over. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Waits from now on, in place of what was said before.
   *
   * @param ms Milliseconds.
   * @param parts In how many parts, each of which begins when this process is run: on a busy machine, where the engine
   * is run as rarely, the whole takes longer, and what has come meanwhile is seen. @default {1}
   */
  extend(ms: number, parts = 1): void {
    const onTime = parts === 1
      ? () => this.#controller.abort()
      : () => this.extend(ms * (parts - 1) / parts, parts - 1);
    this.suspend();
    if (this.signal.aborted) return;
    // Other runtimes take whole numbers only.
    this.#clock = AbortSignal.timeout(Math.max(0, Math.ceil(ms / parts)));
    this.#onTimeout = onTime;
    this.#clock.addEventListener("abort", onTime);
  }

  /** Waits for as long as it takes. */
  suspend(): void {
    if (this.#onTimeout !== undefined) this.#clock?.removeEventListener("abort", this.#onTimeout);
  }

  [Symbol.dispose](): void {
    this.suspend();
    this.#controller.abort();
  }
}
