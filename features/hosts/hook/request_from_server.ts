import { EngineConnection, EngineDeadline, findEngines } from "@dossier/retrieval/door";
import { type HookAnswer, type HookJob, type HookMessage, takeClaim } from "./hook_job.ts";

/**
 * Share of the time within which a server must record the event: the rest is enough to work without
 * it.
 */
const SERVER_SHARE = 0.5;

/**
 * Milliseconds for the transfer of a response: a server that is not done before gives up, so that
 * nothing counts as delivered.
 */
const DELIVERY_MS = 50;

/** Milliseconds below which a thread of our own would not be done in time. */
const THREAD_MS = 700;

/** Maximum number of characters of a response, with its progress messages. */
const MAX_ANSWER = 256 * 1024;

/**
 * Returns the response of the newest server that has the index of the tree open; undefined when
 * there is none, when it rejects the job or breaks off, and when it takes too long. A server that
 * has recorded the event, which takes the claim of the job, is at work, and gets all the time. When
 * the machine is too busy to work without a server, or the server is busy, it gets more time:
 * threads of their own would slow down all hooks.
 */
export async function requestFromServer(
  job: HookJob,
  onMessage: (message: HookMessage) => void,
): Promise<HookAnswer | undefined> {
  if (job.cache === undefined) return undefined;
  const startedMs = performance.now();
  const elapsedMs = () => performance.now() - startedMs;
  const { timeMs, patienceMs = timeMs } = job;
  using patience = new EngineDeadline();
  const { signal } = patience;
  const talk = async (): Promise<HookAnswer | undefined> => {
    for (const engine of await findEngines(job.root, job.cache!)) {
      if (signal.aborted) break;
      using connection = await EngineConnection.open(engine, { maxLength: MAX_ANSWER, signal });
      if (connection === undefined) continue;
      const left = (ms: number) => Math.max(0, ms - elapsedMs() - DELIVERY_MS);
      const sent = { ...job, timeMs: left(timeMs), patienceMs: left(patienceMs) };
      return await exchangeMessages(connection, { job: sent, onRecorded, onBusy, onMessage });
    }
    return undefined;
  };
  const waitUntil = (ms: number) => patience.extend(ms - elapsedMs());
  const isBusy = timeMs < THREAD_MS;
  let mostMs = isBusy ? patienceMs : timeMs;
  waitUntil(isBusy ? patienceMs : timeMs * SERVER_SHARE);
  const onBusy = () => waitUntil(mostMs = patienceMs);
  const onRecorded = () => {
    if (job.claim !== undefined) takeClaim(job.claim);
    waitUntil(mostMs);
  };
  try {
    return await Promise.race([talk(), patience.expired]);
  } catch {
    // The server has ended, or this command may not connect to it.
    return undefined;
  }
}

async function exchangeMessages(
  connection: EngineConnection,
  { job: { claim: _, ...message }, onRecorded, onBusy, onMessage }: {
    readonly job: HookJob;
    readonly onRecorded: () => void;
    readonly onBusy: () => void;
    readonly onMessage: (message: HookMessage) => void;
  },
): Promise<HookAnswer | undefined> {
  await connection.send(JSON.stringify({ kind: "hook", message }));
  for await (const line of connection.lines) {
    const message: HookMessage = JSON.parse(line);
    if ("isRecorded" in message) onRecorded();
    else if ("isBusy" in message) onBusy();
    else if ("soFar" in message) onMessage(message);
    else return message;
  }
  return undefined;
}
