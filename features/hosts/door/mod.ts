/**
 * Handles hooks of hosts at a door: a hook sends its event to a running server in place of opening
 * the index itself.
 *
 * @module
 */

import type { DoorHandler } from "@dossier/retrieval/door";
import { HOSTS } from "../core/hosts/mod.ts";
import { createHookHandler } from "./hook_handler.ts";
import { HostSessions } from "./host_sessions.ts";

/** Returns the handler of hooks of a process, which records their sessions. */
export function openHookHandler(): DoorHandler {
  const sessions = new HostSessions();
  const process = Deno.ppid;
  const started = readStartedSession();
  return {
    ...createHookHandler(sessions),
    findSession(meta) {
      const caller = HOSTS.map(({ sessionSources }) => sessionSources?.readCall?.(meta))
        .find((read) => read !== undefined);
      if (caller?.isSubagent === true) return undefined;
      return sessions.find({ called: caller?.id, started, process });
    },
  };
}

/** Returns the session of the host that started this process, from its environment. */
function readStartedSession(): string | undefined {
  const variables = HOSTS.flatMap(({ sessionSources: { variable } = {} }) => variable ?? []);
  for (const variable of variables) {
    try {
      const session = Deno.env.get(variable);
      if (session !== undefined) return session;
    } catch {
      // An older entry of a host may lack the permission to read the variable.
    }
  }
  return undefined;
}
