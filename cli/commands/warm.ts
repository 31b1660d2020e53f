import { checkRoot } from "@dossier/retrieval/check-root";
import { fileIdentity } from "@dossier/retrieval/light-machine";
import { acquireEngineLock } from "@dossier/retrieval/open-door";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { WriteError } from "@dossier/retrieval/write-error";
import { loadDoorHandlers, openWarmService } from "@dossier/server/pool";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { invokedRoots } from "../input/served_roots.ts";
import { printMessage } from "../terminal/output.ts";
import { nextStopSignal } from "../terminal/stop_signals.ts";
import { loadCommandHandler } from "../warm/command_handler.ts";
import { IdleWatch } from "../warm/idle_watch.ts";
import { SUCCESS } from "../exit_code.ts";

/**
 * Longest expected wait of a command for the thread, in milliseconds. When the load is so high that
 * each command waits longer, the machine has no time for the commands to do the work themselves
 * either.
 */
const MAX_WAIT_MS = 4000;

/**
 * Number of answering threads. Commands come one after another, and each thread holds the index in
 * memory.
 */
const THREADS = 1;

const MINUTE_MS = 60_000;

/**
 * Keeps the index of some trees open. Ends at a signal, after a long time without a request, or
 * when a tree or the program was removed or replaced.
 */
export async function runWarm(invocation: Invocation): Promise<number> {
  const idle = parseWholeNumber(invocation.value("idle"), { name: "idle", minimum: 1 });
  const { roots, cache, ...places } = invokedRoots(invocation);
  if (cache === undefined || invocation.has("system")) {
    throw new UsageError(
      "Cannot keep an index open for other commands without a cache folder, or with --system: " +
        "they find it in the cache, and cannot use such policies",
    );
  }
  using locks = new DisposableStack();
  for (const { path } of roots) {
    await checkRoot({ root: path, anyRoot: places.anyRoot });
    locks.use(await lockRoot(path, cache));
  }
  const identities = roots.map(({ path }) => fileIdentity(path));
  using watch = new IdleWatch(
    idle === undefined ? Infinity : idle * MINUTE_MS,
    () => roots.every(({ path }, at) => fileIdentity(path) === identities[at]),
  );
  const handlers = [...await loadDoorHandlers(), await loadCommandHandler()];
  const { promise: closed, resolve, reject } = Promise.withResolvers<void>();
  await using _service = openWarmService(roots, {
    ...places,
    cache,
    name: "warm",
    threads: THREADS,
    maxWaitMs: MAX_WAIT_MS,
    watch: true,
    handlers: handlers.map((handler) => watch.wrap(handler)),
    // Other commands cannot find the engine without this file, so the process ends when the file
    // cannot be written.
    onDoorFailure: (cause) => reject(new WriteError(cache, cause)),
    onProgramChanged() {
      printMessage("dossier: Stopping as the program was changed");
      resolve();
    },
  });
  const names = roots.map(({ name, path }) => `"${name}" (${path})`).join(", ");
  printMessage(`dossier: Keeping ${names} open for other commands, until Ctrl-C`);
  await Promise.race([nextStopSignal(), watch.idle, closed]);
  return SUCCESS;
}

/** Returns the lock of the only engine of a tree. */
async function lockRoot(root: string, cache: string): Promise<Disposable> {
  const lock = await acquireEngineLock(root, cache);
  if (lock !== undefined) return lock;
  throw new UsageError(
    `Cannot keep "${root}" open as another "warm" keeps it open: "status" shows its process`,
  );
}
