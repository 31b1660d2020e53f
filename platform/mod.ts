/**
 * Members of `Deno` that the program uses, implemented with the modules of Node, so that the
 * program runs on Node and Bun.
 *
 * The sources use the names of `Deno`. The bundler replaces these names by an import of this module
 * in each file. Nothing is added to `globalThis`, where packages and users of the library would see
 * it.
 *
 * Nothing is restricted here: there are no permissions, so each one counts as granted.
 *
 * @module
 */

import { platform as systemName } from "node:os";
import { pathToFileURL } from "node:url";
import { errors } from "./errors.ts";
import { files, isTerminal, readSome, streamOf, writeSome } from "./files.ts";
import { addMissingMethods } from "./missing_methods.ts";
import { processes } from "./processes.ts";
import { sockets } from "./sockets.ts";
import { watchFs } from "./watcher.ts";
import { ThreadWorker, WorkerErrorEvent } from "./workers.ts";

addMissingMethods();

const { Bun } = globalThis as {
  readonly Bun?: { readonly version: string; readonly isStandaloneExecutable?: boolean };
};

const stdin = {
  async read(buffer: Uint8Array): Promise<number | null> {
    return await readSome(0, buffer) || null;
  },
  get readable(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return streamOf(stdin.read);
  },
  isTerminal: () => isTerminal(0),
};

function output(descriptor: number) {
  return {
    writeSync: (bytes: Uint8Array) => writeSome(descriptor, bytes),
    isTerminal: () => isTerminal(descriptor),
  };
}

/** Replacement of `Deno`. */
export const platform = {
  ...files,
  ...processes,
  ...sockets,
  watchFs,
  errors,
  build: {
    os: systemName().replace("win32", "windows"),
    standalone: Bun?.isStandaloneExecutable ?? false,
  },
  consoleSize: () => ({ columns: process.stdout.columns ?? 0, rows: process.stdout.rows ?? 0 }),
  mainModule: pathToFileURL(process.argv[1] ?? "").href,
  permissions: { querySync: () => ({ state: "granted" }) },
  stdin,
  stdout: output(1),
  stderr: output(2),
  /** Version of this runtime, and none of `Deno`. */
  version: Bun === undefined ? { node: process.versions.node } : { bun: Bun.version },
};

const global = globalThis as unknown as {
  readonly Worker?: typeof ThreadWorker;
  readonly ErrorEvent?: typeof WorkerErrorEvent;
};

/** Replacement of web workers. */
export const PlatformWorker: typeof ThreadWorker = global.Worker ?? ThreadWorker;

/** Replacement of the error event. */
export const PlatformErrorEvent: typeof WorkerErrorEvent = global.ErrorEvent ?? WorkerErrorEvent;
