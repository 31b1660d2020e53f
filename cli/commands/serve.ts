import { checkRoot } from "@dossier/retrieval/check-root";
import {
  ListenError,
  loadDoorHandlers,
  openWarmService,
  type RunningServer,
  serve,
} from "@dossier/server";
import { configureLog, type LogFormat, type LogLevelName } from "@dossier/server/log";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { toAbsolutePath } from "../input/invoked_location.ts";
import { readClaims } from "../input/read_claims.ts";
import { readToken } from "../input/read_token.ts";
import { invokedRoots } from "../input/served_roots.ts";
import { printMessage } from "../terminal/output.ts";
import { loadCommandHandler } from "../warm/command_handler.ts";
import { nextStopSignal, REPEATED_SIGNAL_MS } from "../terminal/stop_signals.ts";
import { INTERRUPTED, SUCCESS } from "../exit_code.ts";

/** Largest port. */
const MAX_PORT = 65_535;

/** Maximum number of threads: each takes tens of megabytes. */
const MAX_WORKERS = 64;

/** Origin as browsers write it, without a path, not even a slash. */
const ORIGIN_REGEXP = /^https?:\/\/[^/\s]+$/;

/** Serves the trees until a stop signal. A second signal stops at once. */
export async function runServe(invocation: Invocation): Promise<number> {
  configureLog({
    level: invocation.value("log-level") as LogLevelName | undefined,
    format: invocation.value("log-format") as LogFormat | undefined,
  });
  const server = await start(invocation);
  await nextStopSignal();
  const stopped = server.stop();
  printMessage(
    "dossier: Stopping after the requests in progress; press Ctrl-C again to stop at once",
  );
  const secondSignal = nextStopSignal({ ignoreMs: REPEATED_SIGNAL_MS }).then(() => INTERRUPTED);
  return await Promise.race([stopped.then(() => SUCCESS), secondSignal]);
}

async function start(invocation: Invocation): Promise<RunningServer> {
  const { port, hostname, ...listening } = readListening(invocation);
  const { roots, anyRoot, ...places } = invokedRoots(invocation);
  const file = invocation.value("tokens");
  const claims = await readClaims(file === undefined ? undefined : toAbsolutePath(file), {
    roots: roots.map(({ name }) => name),
    token: listening.token,
  });
  const guard = { ...listening, claims };
  for (const { path } of roots) await checkRoot({ root: path, anyRoot });
  const service = openWarmService(roots, {
    anyRoot,
    ...places,
    name: "serve",
    handlers: [...await loadDoorHandlers(), await loadCommandHandler()],
    onDoorFailure: (error) =>
      printMessage(
        `dossier: Hooks and commands cannot use this server: ${
          error instanceof Error ? error.message : error
        }`,
      ),
    watch: invocation.has("watch"),
    threads: readNumber(invocation, "workers", [1, MAX_WORKERS]),
  });
  try {
    const server = await serve(service, { port, hostname, guard });
    const names = roots.map(({ name, path }) => `"${name}" (${path})`).join(", ");
    printMessage(`dossier: Serving ${names} at ${server.url}`);
    return server;
  } catch (error) {
    await service[Symbol.asyncDispose]();
    if (error instanceof ListenError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function readListening(invocation: Invocation) {
  const port = readNumber(invocation, "port", [0, MAX_PORT]);
  const allowedOrigins = invocation.values("allow-origin");
  const wrong = allowedOrigins.find((origin) => !ORIGIN_REGEXP.test(origin));
  if (wrong !== undefined) {
    throw new UsageError(
      `Cannot use "${wrong}" for --allow-origin: it must be https://HOST or https://HOST:PORT`,
    );
  }
  const file = invocation.value("token-file");
  return {
    port,
    hostname: invocation.value("host"),
    token: readToken(file === undefined ? undefined : toAbsolutePath(file)),
    allowedHosts: invocation.values("allow-host"),
    allowedOrigins,
  };
}

function readNumber(
  invocation: Invocation,
  name: string,
  [minimum, maximum]: readonly [minimum: number, maximum: number],
): number | undefined {
  const number = parseWholeNumber(invocation.value(name), { name, minimum });
  if (number === undefined || number <= maximum) return number;
  throw new UsageError(`Cannot use "${number}" for --${name}: it must be at most ${maximum}`);
}
