import { loadDoorHandlers, openWarmService } from "@dossier/server/pool";
import { serveMcpOnStdio } from "@dossier/server/mcp";
import { openRootSelectingService } from "@dossier/server/service";
import type { Invocation } from "@dossier/retrieval/operation";
import { invokedRoots } from "../input/served_roots.ts";
import { printMessage } from "../terminal/output.ts";
import { loadCommandHandler } from "../warm/command_handler.ts";
import { SUCCESS } from "../exit_code.ts";

/**
 * Number of answering threads. A host sends one request after another, and each thread holds the
 * index in memory.
 */
const THREADS = 1;

/**
 * Serves MCP on standard input and output until the input is closed. It is also the warm engine of
 * its host: it indexes and watches the trees from the start, and answers hooks of their sessions.
 */
export async function runMcp(invocation: Invocation): Promise<number> {
  const { roots, ...options } = invokedRoots(invocation);
  const onFailure = (error: unknown) =>
    printMessage(`dossier: ${error instanceof Error ? error.message : String(error)}`);
  const onDoorFailure = (error: unknown) => {
    // An old entry in the configuration of a host may not allow listening.
    if (!(error instanceof Deno.errors.NotCapable)) onFailure(error);
  };
  const handlers = [...await loadDoorHandlers(), await loadCommandHandler()];
  await using service = openRootSelectingService(roots, {
    open: (chosen) =>
      openWarmService(chosen, {
        ...options,
        name: "mcp",
        threads: THREADS,
        watch: true,
        handlers,
        onDoorFailure,
      }),
    isFixed: invocation.values("root").length > 0,
  });
  await serveMcpOnStdio(service, {
    onFailure,
    hostSession: (meta) =>
      handlers.map((each) => each.findSession?.(meta)).find((session) => session !== undefined),
  });
  return SUCCESS;
}
