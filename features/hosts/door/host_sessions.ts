import { findHookHost } from "@dossier/hosts/core/host";
import type { HookJob } from "@dossier/hosts/hook-answer";

/** Most sessions that are remembered: a host has one at a time, and begins another now and then. */
const MAX_SESSIONS = 64;

/** A session, as its hooks tell of it. */
interface HostSession {
  /** Process that runs its hooks: its host, unless something stands between them. */
  readonly hostProcess: number | undefined;
  /** Ids of its subagents that are at work. */
  readonly agents: Set<string>;
}

/**
 * The sessions whose hooks were answered here: of these it is known what they were given and when their history was
 * condensed, so that what they hold need not be given again. Only those of hosts that tell of their subagents, which
 * hold nothing of what their session was given.
 */
export class HostSessions {
  /** By id, the one whose hook came last at the end. */
  readonly #sessions = new Map<string, HostSession>();

  /** Notes the event of a hook. */
  note({ host, input: { session, event: { moment }, agent }, hostProcess }: HookJob): void {
    if (session === undefined || findHookHost(host)?.tellsSession !== true) return;
    const { agents } = this.#sessions.get(session) ?? { agents: new Set() };
    if (agent !== undefined && moment === "subagent-stop") agents.delete(agent);
    else if (agent !== undefined) agents.add(agent);
    this.#sessions.delete(session);
    if (moment === "session-end") return;
    this.#sessions.set(session, { hostProcess, agents });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS) this.#sessions.delete(oldest!);
  }

  /**
   * Returns the session of a host; undefined for one whose hooks were not answered here, and while a subagent is at
   * work.
   *
   * @param host.called The id that the call comes with.
   * @param host.started The id of the session in which the host has started the server; it may have another by now.
   * @param host.process The process of the host.
   */
  find({ called, started, process }: {
    readonly called: string | undefined;
    readonly started: string | undefined;
    readonly process: number;
  }): string | undefined {
    const latest = [...this.#sessions].findLast(([, one]) => one.hostProcess === process)?.[0];
    const id = called ?? latest ?? started;
    const found = id === undefined ? undefined : this.#sessions.get(id);
    return found === undefined || found.agents.size > 0 ? undefined : id;
  }
}
