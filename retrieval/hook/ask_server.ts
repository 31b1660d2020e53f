import { type HookAnswer, type HookJob, type HookMessage, takeClaim } from "./hook_job.ts";
import { findHookServer, type HookServer } from "./hook_server.ts";
import { receiveLines, sendLine } from "./line_stream.ts";

/** How much of the time a server may take until it has noted the event: the rest is enough to do without it. */
const SERVER_SHARE = 0.5;

/** Characters of an answer, with what was said before it. */
const MAX_ANSWER = 256 * 1024;

/**
 * Returns what a server answers that has the index of the tree open; undefined when there is none, when it refuses or
 * breaks off, and when it takes too long. One that has noted the event, which takes the claim of the job, is at work,
 * and is given all the time.
 */
export async function askServer(
  job: HookJob,
  hear: (message: HookMessage) => void,
): Promise<HookAnswer | undefined> {
  if (job.cache === undefined) return undefined;
  const startedMs = performance.now();
  let connection: Deno.Conn | undefined;
  let isOver = false;
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const talk = async (): Promise<HookAnswer | undefined> => {
    const server = await findHookServer(job.root, job.cache!);
    if (server === undefined) return undefined;
    connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    if (isOver) {
      connection.close();
      return undefined;
    }
    return await talkWith(connection, server, { job, onNoted, hear });
  };
  let timer = setTimeout(() => resolve(undefined), job.timeMs * SERVER_SHARE);
  const onNoted = () => {
    if (job.claim !== undefined) takeClaim(job.claim);
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => resolve(undefined), job.timeMs - (performance.now() - startedMs));
  };
  try {
    return await Promise.race([talk(), late]);
  } catch {
    // It is gone, somebody else has its port, or this command may not call it.
    return undefined;
  } finally {
    isOver = true;
    clearTimeout(timer);
    connection?.close();
  }
}

async function talkWith(
  connection: Deno.Conn,
  { asks, answers }: HookServer,
  { job: { claim: _, ...job }, onNoted, hear }: {
    readonly job: HookJob;
    readonly onNoted: () => void;
    readonly hear: (message: HookMessage) => void;
  },
): Promise<HookAnswer | undefined> {
  await sendLine(connection, asks);
  const lines = receiveLines(connection, MAX_ANSWER);
  if ((await lines.next()).value !== answers) return undefined;
  await sendLine(connection, JSON.stringify(job));
  for await (const line of lines) {
    const message: HookMessage = JSON.parse(line);
    if ("isNoted" in message) onNoted();
    else if ("soFar" in message) hear(message);
    else return message;
  }
  return undefined;
}
