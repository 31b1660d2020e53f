import { ContextError } from "@dossier/core/errors";
import { LOOPBACK } from "../connect_engine.ts";
import type { DoorEnvironment, DoorHandler, DoorService } from "../door_handler.ts";
import { receiveLines, sendLine } from "../line_stream.ts";
import { announceEngine, removeEndedEngines, withdrawEngine } from "./announce_engine.ts";
import { listProgramFiles, ProgramFiles } from "./program_files.ts";

/**
 * Error code for work that only the process of the caller can do, such as reading its standard
 * input.
 */
export const CALLER_NEEDED = "caller-needed";

/** Returns the error for a command that only the process of the caller can run. */
export function callerNeededError(reason: string): ContextError {
  return new ContextError(CALLER_NEEDED, `Cannot answer for another process as ${reason}`);
}

/**
 * Maximum number of concurrent callers; others continue without the service. As many calls may wait
 * for a thread.
 */
const MAX_CONNECTIONS = 128;

/** Maximum number of characters that a caller may send. Prompts written by people have fewer. */
const MAX_CHARACTERS = 1024 * 1024;

/**
 * Maximum time for a caller to send its request, in milliseconds. The request is ready, but the
 * machine may be busy.
 */
const REQUEST_TIMEOUT_MS = 2000;

/** Options of {@link openDoor}. */
export interface DoorOptions extends DoorEnvironment {
  /** Handlers, one for each kind of caller. */
  readonly handlers: readonly DoorHandler[];
  /** Name of the command that runs the service. */
  readonly name: string;
  /**
   * Called when the door has closed because the program has changed, so that callers run another
   * one.
   */
  readonly onChanged?: (() => void) | undefined;
  /** Absolute paths of the files of the program. @default the files of this program */
  readonly programFiles?: readonly string[] | undefined;
}

/**
 * Answers callers of the served trees until it is disposed of. It listens on the loopback address
 * at any port, for processes that can read its announcement in the user's cache. A socket in the
 * file system would need no secrets. But to use one, the runtime requires permission for the whole
 * network, or for the path of the socket at the start of the process.
 */
export async function openDoor(
  service: DoorService,
  options: DoorOptions,
): Promise<AsyncDisposable> {
  const door = new Door(service, options);
  try {
    await door.announce();
    return door;
  } catch (error) {
    await door[Symbol.asyncDispose]();
    throw error;
  }
}

class Door implements AsyncDisposable {
  readonly #service: DoorService;
  readonly #options: DoorOptions;
  readonly #listener = Deno.listen({ hostname: LOOPBACK, port: 0 });
  readonly #asks = crypto.randomUUID();
  readonly #answers = crypto.randomUUID();
  readonly #connections = new Set<Deno.Conn>();
  readonly #program: ProgramFiles;
  #isOpen = true;
  #check: Promise<boolean> | undefined;

  constructor(service: DoorService, options: DoorOptions) {
    this.#service = service;
    this.#options = options;
    this.#program = new ProgramFiles(options.programFiles ?? listProgramFiles());
    void this.#accept();
  }

  async announce(): Promise<void> {
    const { port } = this.#listener.addr as Deno.NetAddr;
    const { handlers, name, cache } = this.#options;
    const commands = handlers.flatMap(({ commands = [] }) => commands);
    const announced = { port, asks: this.#asks, answers: this.#answers, commands, name };
    for (const { path } of this.#service.roots) {
      await removeEndedEngines(path, cache);
      await announceEngine(path, cache, announced);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#listener.close();
    for (const connection of this.#connections) connection.close();
    this.#connections.clear();
    for (const { path } of this.#service.roots) {
      // A remaining announcement costs a caller a refused connection.
      await withdrawEngine(path, this.#options.cache, { asks: this.#asks }).catch(() => {});
    }
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener) {
      if (this.#connections.size >= MAX_CONNECTIONS) {
        connection.close();
        continue;
      }
      this.#connections.add(connection);
      // A caller that disconnects or sends something invalid gets no response, and continues
      // without the service.
      void this.#serve(connection).catch(() => {}).finally(() => this.#close(connection));
    }
  }

  /**
   * Returns true when the program's files have not changed. One check serves all callers that
   * arrive before it.
   */
  async #isUnchanged(): Promise<boolean> {
    this.#check ??= new Promise<boolean>((resolve) =>
      setTimeout(() => {
        this.#check = undefined;
        resolve(this.#program.areUnchanged());
      })
    );
    if (await this.#check) return true;
    if (this.#isOpen) {
      await this[Symbol.asyncDispose]();
      this.#options.onChanged?.();
    }
    return false;
  }

  #close(connection: Deno.Conn): void {
    if (this.#connections.delete(connection)) connection.close();
  }

  async #serve(connection: Deno.Conn): Promise<void> {
    const slow = setTimeout(() => this.#close(connection), REQUEST_TIMEOUT_MS);
    const lines = receiveLines(connection, MAX_CHARACTERS);
    let opening: { readonly kind?: string; readonly message?: unknown };
    try {
      if ((await lines.next()).value !== this.#asks) return;
      // Sent first, as callers wait for it. If the program has changed, nothing further is sent.
      await sendLine(connection, this.#answers);
      opening = Object(JSON.parse((await lines.next()).value ?? ""));
      if (!await this.#isUnchanged()) return;
    } finally {
      clearTimeout(slow);
    }
    const { handlers } = this.#options;
    const handler = handlers.find(({ kind }) => kind === opening.kind);
    if (handler === undefined) return;
    const abort = new AbortController();
    const buffer = new LineBuffer(lines);
    const end = buffer.end.then(() => abort.abort());
    let sent = Promise.resolve();
    const caller = {
      message: opening.message,
      disconnected: abort.signal,
      next: () => buffer.next(),
      send: (message: object) =>
        sent = sent.then(() => sendLine(connection, JSON.stringify(message))),
      close: () => this.#close(connection),
    };
    try {
      await handler.handle(caller, this.#service, this.#options);
    } finally {
      this.#close(connection);
      await end;
    }
  }
}

/** Buffer of the lines of a caller, which are read at once so that its disconnection is noticed. */
class LineBuffer {
  /** Resolves when the caller has disconnected. */
  readonly end: Promise<void>;
  readonly #lines: string[] = [];
  #hasEnded = false;
  #wake: (() => void) | undefined;

  constructor(lines: AsyncGenerator<string>) {
    this.end = this.#read(lines);
  }

  /** Returns the next line; undefined at the end. */
  async next(): Promise<string | undefined> {
    while (this.#lines.length === 0 && !this.#hasEnded) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    return this.#lines.shift();
  }

  async #read(lines: AsyncGenerator<string>): Promise<void> {
    try {
      for await (const line of lines) {
        this.#lines.push(line);
        this.#wake?.();
      }
    } catch {
      // It sent too much, or the connection is closed.
    }
    this.#hasEnded = true;
    this.#wake?.();
  }
}
