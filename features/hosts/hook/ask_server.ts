import { EngineConnection, findEngines, Patience } from "@dossier/retrieval/door";
import { type HookAnswer, type HookJob, type HookMessage, takeClaim } from "./hook_job.ts";

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
  using patience = new Patience();
  const { signal } = patience;
  const talk = async (): Promise<HookAnswer | undefined> => {
    for (const engine of await findEngines(job.root, job.cache!)) {
      if (signal.aborted) break;
      using connection = await EngineConnection.open(engine, { maxLength: MAX_ANSWER, signal });
      if (connection === undefined) continue;
      const left = (ms: number) => Math.max(0, ms - elapsedMs() - DELIVERY_MS);
      const sent = { ...job, timeMs: left(timeMs), patienceMs: left(patienceMs) };
      return await talkWith(connection, { job: sent, onNoted, onCrowded, hear });
    }
    return undefined;
  };
  const waitUntil = (ms: number) => patience.waitFor(ms - elapsedMs());
  const isBusy = timeMs < THREAD_MS;
  let mostMs = isBusy ? patienceMs : timeMs;
  waitUntil(isBusy ? patienceMs : timeMs * SERVER_SHARE);
  const onCrowded = () => waitUntil(mostMs = patienceMs);
  const onNoted = () => {
    if (job.claim !== undefined) takeClaim(job.claim);
    waitUntil(mostMs);
  };
  try {
    return await Promise.race([talk(), patience.end]);
  } catch {
    // It is gone, or this command may not call it.
    return undefined;
  }
}

async function talkWith(
  connection: EngineConnection,
  { job: { claim: _, ...message }, onNoted, onCrowded, hear }: {
    readonly job: HookJob;
    readonly onNoted: () => void;
    readonly onCrowded: () => void;
    readonly hear: (message: HookMessage) => void;
  },
): Promise<HookAnswer | undefined> {
  await connection.send(JSON.stringify({ kind: "hook", message }));
  for await (const line of connection.lines) {
    const message: HookMessage = JSON.parse(line);
    if ("isNoted" in message) onNoted();
    else if ("isCrowded" in message) onCrowded();
    else if ("soFar" in message) hear(message);
    else return message;
  }
  return undefined;
}
