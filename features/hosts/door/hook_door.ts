import { readUserWords } from "@dossier/hosts/core/host";
import { mayNeedTree } from "@dossier/hosts/core/prompt-need";
import {
  announceHookServer,
  giveUpClaim,
  type HookAnswer,
  type HookJob,
  type HookMessage,
  makeClaim,
  receiveLines,
  sendLine,
  withdrawHookServer,
} from "@dossier/hosts/hook-answer";
import type { DoorPlaces, DoorService } from "@dossier/retrieval/feature";
import type { HostSessions } from "./host_sessions.ts";

type CallOptions = Parameters<DoorService["call"]>[2];

/** Most hooks at once; others do without a server. As many calls may wait for a thread. */
const MAX_CONNECTIONS = 128;

/** Hooks at once from which on each is told that there are many. */
const CROWD = 4;

/** Characters that a hook may send: a prompt that somebody wrote has fewer. */
const MAX_CHARACTERS = 1024 * 1024;

/** Milliseconds that a hook may take to say what it wants: it has it at hand, but the machine may be busy. */
const ASKING_MS = 2000;

/** How much of a hook's time may go into files that have changed, as when it does without a server. */
const REFRESH_SHARE = 0.3;

/**
 * How much of it an index that is not done is waited for, as when the tree is new: a hook that has waited for half of it
 * does without.
 */
const WAIT_SHARE = 0.35;

/** Longest time for an answer, in milliseconds: no moment of a host allows more. */
const MAX_ANSWER_MS = 5000;

/** Options of {@link openHookDoor}. */
export interface HookDoorOptions extends DoorPlaces {
  /** Notes the sessions whose hooks are answered. */
  readonly sessions?: HostSessions | undefined;
}

/**
 * Answers hooks of the served trees until it is disposed of. It listens on the loopback address, at any port, for
 * whoever can read what it leaves in the user's cache.
 */
export async function openHookDoor(
  service: DoorService,
  places: HookDoorOptions,
): Promise<AsyncDisposable> {
  const door = new HookDoor(service, places);
  try {
    await door.announce();
    return door;
  } catch (error) {
    await door[Symbol.asyncDispose]();
    throw error;
  }
}

/** Returns whether what a session is told at an event comes from the index. */
function needsIndex(
  { input: { event: { moment }, agent, prompt = "" }, isHeard }: HookJob,
): boolean {
  if (!isHeard) return false;
  if (moment === "session-start" || moment === "subagent-start") return true;
  return moment === "prompt" && agent === undefined && mayNeedTree(readUserWords(prompt));
}

class HookDoor implements AsyncDisposable {
  readonly #service: DoorService;
  readonly #places: HookDoorOptions;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #asks = crypto.randomUUID();
  readonly #answers = crypto.randomUUID();
  readonly #connections = new Set<Deno.Conn>();
  /** Tell hooks that wait that there are many. */
  readonly #warnings = new Set<() => void>();

  constructor(service: DoorService, places: HookDoorOptions) {
    this.#service = service;
    this.#places = places;
    void this.#accept();
  }

  async announce(): Promise<void> {
    const { port } = this.#listener.addr as Deno.NetAddr;
    const server = { port, asks: this.#asks, answers: this.#answers };
    for (const { path } of this.#service.roots) {
      await announceHookServer(path, this.#places.cache, server);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#connections) connection.close();
    this.#connections.clear();
    for (const { path } of this.#service.roots) {
      // What is left behind costs a hook a connection that is refused.
      await withdrawHookServer(path, this.#places.cache, { asks: this.#asks }).catch(() => {});
    }
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener) {
      if (this.#connections.size >= MAX_CONNECTIONS) {
        connection.close();
        continue;
      }
      this.#connections.add(connection);
      // Whoever goes away, or says what it should not, is not answered: it does without.
      void this.#serve(connection).catch(() => {}).finally(() => this.#close(connection));
    }
  }

  #close(connection: Deno.Conn): void {
    if (this.#connections.delete(connection)) connection.close();
  }

  async #serve(connection: Deno.Conn): Promise<void> {
    const slow = setTimeout(() => this.#close(connection), ASKING_MS);
    const lines = receiveLines(connection, MAX_CHARACTERS);
    let job: HookJob;
    try {
      if ((await lines.next()).value !== this.#asks) return;
      await sendLine(connection, this.#answers);
      job = JSON.parse((await lines.next()).value ?? "");
    } finally {
      clearTimeout(slow);
    }
    const root = this.#findRoot(job);
    if (root === undefined) return;
    this.#places.sessions?.note(job);
    const abort = new AbortController();
    const claim = makeClaim();
    // A hook that has gone notes the event by itself.
    const gone = lines.next().catch(() => {}).then(() => {
      giveUpClaim(claim);
      abort.abort();
    });
    const late = setTimeout(
      () => this.#close(connection),
      Math.min(Math.max(job.timeMs, job.patienceMs ?? 0), MAX_ANSWER_MS),
    );
    let sent = Promise.resolve();
    const send = (message: HookMessage) =>
      sent = sent.then(() => sendLine(connection, JSON.stringify(message)));
    // What can not be sent is noticed at the end.
    const onProgress = (message: HookMessage) => void send(message).catch(() => {});
    const warn = () => onProgress({ isCrowded: true });
    this.#warnings.add(warn);
    this.#warnOfCrowd();
    try {
      const answer = await this.#ask(root, { ...job, claim }, { signal: abort.signal, onProgress });
      await send(answer);
    } finally {
      this.#warnings.delete(warn);
      clearTimeout(late);
      this.#close(connection);
      await gone;
    }
  }

  /** Tells each hook that waits, once, when there are many. */
  #warnOfCrowd(): void {
    if (this.#connections.size < CROWD) return;
    for (const warn of this.#warnings) warn();
    this.#warnings.clear();
  }

  /** Returns the tree that a hook is about; undefined when it is to do without the server. */
  #findRoot({ root: path, home }: HookJob): DoorService["roots"][number] | undefined {
    return home === this.#places.home
      ? this.#service.roots.find((one) => one.path === path)
      : undefined;
  }

  #ask(
    { name, path }: DoorService["roots"][number],
    job: HookJob,
    options: CallOptions,
  ): Promise<HookAnswer> {
    const { cache } = this.#places;
    const request = {
      root: name,
      session: job.input.session,
      maxRefreshMs: Math.max(0, job.timeMs * REFRESH_SHARE),
      maxWaitMs: Math.max(0, job.timeMs * WAIT_SHARE),
      // Of a tree that is watched what is known will do.
      ...(needsIndex(job) ? {} : { refresh: false }),
      job: { ...job, root: path, cache },
    };
    return this.#service.call("hook", request, options) as Promise<HookAnswer>;
  }
}
