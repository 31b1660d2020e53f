/**
 * What answers hooks of hosts at a door: a hook asks a server that is there rather than open the index by itself.
 *
 * @module
 */

import type { DoorHandler } from "@dossier/retrieval/door";
import { HOSTS } from "../core/hosts/mod.ts";
import { makeHookHandler } from "./hook_handler.ts";
import { HostSessions } from "./host_sessions.ts";

/** Returns what answers hooks in a process, and remembers the sessions whose hooks were answered. */
export function openHookHandler(): DoorHandler {
  const sessions = new HostSessions();
  const process = Deno.ppid;
  const started = readStartedSession();
  return {
    ...makeHookHandler(sessions),
    findSession(meta) {
      const caller = HOSTS.map(({ session }) => session?.readCall?.(meta))
        .find((read) => read !== undefined);
      if (caller?.isSubagent === true) return undefined;
      return sessions.find({ called: caller?.id, started, process });
    },
  };
}

/** Returns the session that a host was in when it started this process, where hosts tell it. */
function readStartedSession(): string | undefined {
  const variables = HOSTS.flatMap(({ session: { variable } = {} }) => variable ?? []);
  for (const variable of variables) {
    try {
      const session = Deno.env.get(variable);
      if (session !== undefined) return session;
    } catch {
      // An entry of a host that was made before may not ask.
    }
  }
  return undefined;
}
