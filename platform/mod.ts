/**
 * The members of `Deno` that the program uses, over the modules of Node: the program runs on Node and Bun with it.
 *
 * The sources use the runtime's own names. What bundles them puts this module in place of these names, as an import
 * of each file: nothing is put on `globalThis`, where packages and whoever uses the library would find it.
 *
 * What the runtime may do is not limited here: there are no permissions, so each is granted.
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

/** Stands for `Deno`. */
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
  /** No version of the runtime of the sources; that of this one. */
  version: Bun === undefined ? { node: process.versions.node } : { bun: Bun.version },
};

const global = globalThis as unknown as {
  readonly Worker?: typeof ThreadWorker;
  readonly ErrorEvent?: typeof WorkerErrorEvent;
};

/** Stands for the workers of the web. */
export const PlatformWorker: typeof ThreadWorker = global.Worker ?? ThreadWorker;

/** Stands for the event of a failure. */
export const PlatformErrorEvent: typeof WorkerErrorEvent = global.ErrorEvent ?? WorkerErrorEvent;
