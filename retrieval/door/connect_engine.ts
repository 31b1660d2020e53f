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
