import { type HookAnswer, type HookJob, type HookMessage, takeClaim } from "./hook_job.ts";
import { findHookServers, type HookServer } from "./hook_server.ts";
import { receiveLines, sendLine } from "./line_stream.ts";

/** How much of the time a server may take until it has noted the event: the rest is enough to do without it. */
const SERVER_SHARE = 0.5;

/** Milliseconds that an answer may be on its way: a server that is no sooner gives up, so that nothing counts as told. */
const DELIVERY_MS = 50;

/** Milliseconds below which it is not: a thread of our own would not be done in time. */
const THREAD_MS = 700;

/** Characters of an answer, with what was said before it. */
const MAX_ANSWER = 256 * 1024;

/**
 * Returns what the newest server answers that has the index of the tree open; undefined when there is none, when it
 * refuses or breaks off, and when it takes too long. One that has noted the event, which takes the claim of the job, is
 * at work, and is given all the time. Where the machine is too busy to do without it, and where it says that it has
 * many to answer, it is given more: threads of their own would hold up all of them.
 */
export async function askServer(
  job: HookJob,
  hear: (message: HookMessage) => void,
): Promise<HookAnswer | undefined> {
  if (job.cache === undefined) return undefined;
  const startedMs = performance.now();
  const elapsedMs = () => performance.now() - startedMs;
  const { timeMs, patienceMs = timeMs } = job;
  let connection: Deno.Conn | undefined;
  let isOver = false;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const talk = async (): Promise<HookAnswer | undefined> => {
    for (const server of await findHookServers(job.root, job.cache!)) {
      connection = await connectTo(server);
      if (isOver) break;
      if (connection === undefined) continue;
      const lines = receiveLines(connection, MAX_ANSWER);
      if (await greet(connection, lines, server)) {
        const left = (ms: number) => Math.max(0, ms - elapsedMs() - DELIVERY_MS);
        const sent = { ...job, timeMs: left(timeMs), patienceMs: left(patienceMs) };
        return await talkWith(connection, lines, { job: sent, onNoted, onCrowded, hear });
      }
      connection.close();
      connection = undefined;
    }
    return undefined;
  };
  const giveUp = () => resolve(undefined);
  // The clock is that of a signal: the timers of the runtime take a process that begins 5 ms to load.
  let clock: AbortSignal | undefined;
  const stopClock = () => clock?.removeEventListener("abort", giveUp);
  const waitUntil = (ms: number) => {
    stopClock();
    if (isOver) return;
    clock = AbortSignal.timeout(Math.max(0, ms - elapsedMs()));
    clock.addEventListener("abort", giveUp);
  };
  const isBusy = timeMs < THREAD_MS;
  let mostMs = isBusy ? patienceMs : timeMs;
  waitUntil(isBusy ? patienceMs : timeMs * SERVER_SHARE);
  const onCrowded = () => waitUntil(mostMs = patienceMs);
  const onNoted = () => {
    if (job.claim !== undefined) takeClaim(job.claim);
    waitUntil(mostMs);
  };
  try {
    return await Promise.race([talk(), late]);
  } catch {
    // It is gone, somebody else has its port, or this command may not call it.
    return undefined;
  } finally {
    isOver = true;
    stopClock();
    connection?.close();
  }
}

/** Connects to a server; of one that has ended, which refuses, it removes the announcement. */
async function connectTo({ port, path }: HookServer): Promise<Deno.Conn | undefined> {
  try {
    return await Deno.connect({ hostname: "127.0.0.1", port });
  } catch (error) {
    if (error instanceof Deno.errors.ConnectionRefused) Deno.removeSync(path);
    return undefined;
  }
}

/** Returns whether the other side of a connection is the server, which is told nothing else before. */
async function greet(
  connection: Deno.Conn,
  lines: AsyncGenerator<string>,
  { asks, answers }: HookServer,
): Promise<boolean> {
  try {
    await sendLine(connection, asks);
    return (await lines.next()).value === answers;
  } catch {
    return false;
  }
}

async function talkWith(
  connection: Deno.Conn,
  lines: AsyncGenerator<string>,
  { job: { claim: _, ...job }, onNoted, onCrowded, hear }: {
    readonly job: HookJob;
    readonly onNoted: () => void;
    readonly onCrowded: () => void;
    readonly hear: (message: HookMessage) => void;
  },
): Promise<HookAnswer | undefined> {
  await sendLine(connection, JSON.stringify(job));
  for await (const line of lines) {
    const message: HookMessage = JSON.parse(line);
    if ("isNoted" in message) onNoted();
    else if ("isCrowded" in message) onCrowded();
    else if ("soFar" in message) hear(message);
    else return message;
  }
  return undefined;
}
