import { findHookHost } from "@dossier/hosts/core/host";
import type { HookJob } from "@dossier/hosts/hook-answer";

/**
 * Maximum number of sessions in memory: a host has one at a time, and starts another now and then.
 */
const MAX_SESSIONS = 64;

/** A session as reported by its hooks. */
interface HostSession {
  /** Id of the process that runs its hooks: the host, unless another process is between them. */
  readonly hostProcess: number | undefined;
  /** Ids of its active subagents. */
  readonly agents: Set<string>;
}

/**
 * The sessions whose hooks this process has handled: their context and compactions are known, so
 * that context is not sent twice. Only sessions of hosts that report their subagents, as these do
 * not share the context of their session.
 */
export class HostSessions {
  /** By id, sorted by the time of the last hook. */
  readonly #sessions = new Map<string, HostSession>();

  /** Records the event of a hook. */
  record({ host, input: { session, event: { moment }, agent }, hostProcess }: HookJob): void {
    if (session === undefined || findHookHost(host)?.reportsSession !== true) return;
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
   * Returns the session of a host; undefined for a session without handled hooks, and while a
   * subagent is active.
   *
   * @param host.called The session id in the call.
   * @param host.started The id of the session in which the host started the server; it may have
   * another by now.
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
