import { type HookMoment, type Host, type HostEvent, type HostHooks, HOSTS } from "../hosts/mod.ts";

/** A host that runs commands at the events of a session. */
export interface HookHost extends HostHooks, Pick<Host, "name" | "label"> {}

/** The hosts that run commands at their events. */
export const HOOK_HOSTS: readonly HookHost[] = HOSTS.flatMap(({ name, label, hooks }) =>
  hooks === undefined ? [] : { name, label, ...hooks }
);

/** Returns the host that the user names. */
export function findHookHost(name: string | undefined): HookHost | undefined {
  return HOOK_HOSTS.find((host) => host.name === name);
}

/** Returns the event of a host with a name. */
export function findHookEvent(host: HostHooks, name: string): HostEvent | undefined {
  return host.events.find((event) => event.name === name);
}

/** Milliseconds that we take at most: a user waits for us at each of these moments. */
export function deadlineOf(moment: HookMoment): number {
  switch (moment) {
    case "session-start":
      return 5000;
    case "subagent-start":
      // It comes once, without a person at a keyboard, and nothing makes up for it.
      return 3000;
    default:
      return 1000;
  }
}

/**
 * Milliseconds beyond its deadline that a hook may wait for a server which has many to answer. Hosts wait four seconds
 * longer; of a hundred processes at once on two cores, some take two of these to begin and to end.
 */
const PATIENCE_MS = 2000;

/** Milliseconds before its host stops waiting that a hook has ended. */
const SPARE_MS = 1000;

/** Returns the milliseconds that we take at most where the machine is so busy that only a server can answer. */
export function patienceOf({ moment, waits }: HostEvent): number {
  const deadlineMs = deadlineOf(moment);
  const hostMs = waits * 1000 - SPARE_MS;
  return Math.max(deadlineMs, Math.min(deadlineMs + PATIENCE_MS, hostMs));
}
