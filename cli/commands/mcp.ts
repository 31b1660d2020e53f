import { serveMcpOnStdio } from "@dossier/server/mcp";
import { openLocalService, openRootedService } from "@dossier/server/service";
import type { Invocation } from "../arguments/command.ts";
import { invokedRoots } from "../input/served_roots.ts";
import { printMessage } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";

/** Serves MCP on standard input and output until the input is closed. */
export async function runMcp(invocation: Invocation): Promise<number> {
  const { roots, ...options } = invokedRoots(invocation);
  await using service = openRootedService(roots, {
    open: (chosen) => openLocalService(chosen, options),
    isFixed: invocation.values("root").length > 0,
  });
  await serveMcpOnStdio(service, {
    onFailure: (error) =>
      printMessage(`dossier: ${error instanceof Error ? error.message : String(error)}`),
  });
  return SUCCESS;
}
