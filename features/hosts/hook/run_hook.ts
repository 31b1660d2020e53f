import type { EngineOptions } from "@dossier/retrieval/answer";
import {
  findBusyTimeLimit,
  findHookHost,
  findTimeLimit,
  type HookHost,
  type HookInput,
  readHookInput,
  renderHookReply,
} from "../core/host/mod.ts";
import {
  createClaim,
  type HookAnswer,
  type HookJob,
  type HookMessage,
  takeClaim,
} from "./hook_job.ts";
import { logHookProblem } from "./hook_log.ts";

/** A call of the hook's command by a host. */
export interface HookCall {
  /** Name of the host, from the entry of our command. */
  readonly host: string | undefined;
  /** The event, for hosts whose input does not name it. */
  readonly event?: string | undefined;
  /** Standard input; undefined when it did not end in time. */
  readonly text: string | undefined;
  /** Absolute path of the current folder, for an input without one. */
  readonly folder: string;
  readonly cache: string | undefined;
  readonly home: string | undefined;
  /** If true, a session gets security reminders. @default true */
  readonly showsReminders?: boolean;
  /** If true, the user gets no line about the context of the agent. @default false */
  readonly isQuiet?: boolean;
  /**
   * If true, a session gets notes on its own searches without results or with too many. @default
   * true
   */
  readonly addsSearchNotes?: boolean;
  /** Returns the features that add texts to a session. @default none */
  readonly loadFeatures?: () => Promise<EngineOptions["features"]>;
  /** Milliseconds since the start of the process. @default 0 */
  readonly spentMs?: number;
  /** Time limit from the start, in milliseconds. @default that of the moment */
  readonly deadlineMs?: number | undefined;
}

/** Requests the answer to a job; undefined when it takes too long. */
type RequestAnswer = (
  job: HookJob,
  onMessage: (message: HookMessage) => void,
  call: HookCall,
) => Promise<HookAnswer | undefined>;

/** Milliseconds to end the process with a reply, and to finish a write to the state. */
const ENDING_MS = 50;
const COMMIT_MS = 30;

/**
 * Returns the output of a hook, with the context of the session for an event; empty when there is
 * none, and for any error. It never takes longer than the moment allows: later context is dropped.
 *
 * @param ask Requests the answer, within the time limit.
 */
export async function runHook(
  call: HookCall,
  ask: RequestAnswer = requestAnswer,
): Promise<string> {
  let root: string | undefined;
  const log = (problem: string) =>
    logHookProblem(problem, { ...call, root, moment: `${call.host ?? "no host"}` });
  try {
    const reading = readCall(call);
    if ("problem" in reading) {
      root = await findTree(call.folder);
      return await log(reading.problem);
    }
    const { host, input } = reading;
    root = await findTree(input.folder ?? call.folder);
    if (root === undefined) return "";
    const { spentMs = 0, deadlineMs = findTimeLimit(input.event.moment) } = call;
    const timeMs = deadlineMs - ENDING_MS - spentMs;
    const patienceMs = findBusyTimeLimit(input.event) - ENDING_MS - spentMs;
    const claim = createClaim();
    const job: HookJob = {
      input,
      root,
      timeMs,
      patienceMs,
      cache: call.cache,
      home: call.home,
      host: host.name,
      addsRulesOnRead: host.addsRulesOnRead,
      showsReminders: call.showsReminders ?? true,
      addsSearchNotes: call.addsSearchNotes ?? true,
      claim,
      hostProcess: Deno.ppid,
      acceptsText: input.event.reply !== undefined,
    };
    const reply = async ({ text, notice, receipts = [] }: HookAnswer) => {
      const shown = renderHookReply(host, input.event, text, call.isQuiet ? undefined : notice);
      if (shown !== "" && receipts.length > 0) await writeReceipts(job, receipts);
      return shown;
    };
    let soFar: HookAnswer = { text: "", problems: [] };
    const answer = await ask(job, (message) => {
      if ("soFar" in message) soFar = message.soFar;
    }, call);
    if (answer === undefined) {
      if (takeClaim(claim)) await writeLateActivity(job);
      else await new Promise((resolve) => setTimeout(resolve, COMMIT_MS));
      await log(`Stopped after ${deadlineMs} ms`);
      return await reply(soFar);
    }
    for (const problem of new Set(answer.problems)) await log(problem);
    return await reply(answer);
  } catch (error) {
    return await log(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the host and its input, or the problem with it. */
function readCall(
  { host: name, text, event }: HookCall,
): { readonly host: HookHost; readonly input: HookInput } | { readonly problem: string } {
  const host = findHookHost(name);
  if (host === undefined) return { problem: `Cannot find the host "${name ?? ""}"` };
  if (text === undefined) return { problem: "Cannot read the input as it did not end in time" };
  const reading = readHookInput(host, text, event);
  return "problem" in reading ? reading : { host, ...reading };
}

/** Returns the root of a session; undefined for a folder without dossier. */
async function findTree(folder: string): Promise<string | undefined> {
  const { findMarkedRoot } = await import("@dossier/retrieval/root");
  try {
    const real = Deno.realPathSync(folder);
    const found = findMarkedRoot(real);
    if (found !== undefined) return found;
    return Deno.statSync(`${real}/.dossier`).isDirectory ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the activity of an event into a late file, for the next process. */
async function writeLateActivity({ input, root, cache }: HookJob): Promise<void> {
  if (input.session === undefined) return;
  const { listEventActivity } = await import("./list_event_activity.ts");
  const { listTouched } = await import("./touched_file.ts");
  const { writeLateRecords } = await import("./late_records.ts");
  const notes = listEventActivity(input, await listTouched(input, root));
  await writeLateRecords(input.session, notes, { root, cache });
}

/**
 * Records the texts of a sent reply in a late file, so that the session does not get them again.
 */
async function writeReceipts(
  { input: { session }, root, cache }: HookJob,
  receipts: readonly string[],
): Promise<void> {
  if (session === undefined) return;
  const { writeLateRecords } = await import("./late_records.ts");
  const receiptEvents = receipts.map((value) => ({ kind: "told", value } as const));
  await writeLateRecords(session, receiptEvents, { root, cache });
}

/**
 * Returns the answer of a server that has the index open, else of this thread for a brief event,
 * else of another thread.
 */
async function requestAnswer(
  job: HookJob,
  onMessage: (message: HookMessage) => void,
  { loadFeatures = () => Promise.resolve([]) }: HookCall,
): Promise<HookAnswer | undefined> {
  const startedMs = performance.now();
  const rest = () => ({ ...job, timeMs: job.timeMs - (performance.now() - startedMs) });
  const { requestFromServer } = await import("./request_from_server.ts");
  const answer = await requestFromServer(job, onMessage);
  if (answer !== undefined) return answer;
  const { answerBriefly } = await import("./brief_answer.ts");
  return await answerBriefly(rest(), { onMessage, loadFeatures }) ??
    await requestFromThread(rest(), onMessage);
}

/** Returns the answer of a thread; undefined when it takes too long. */
async function requestFromThread(
  job: HookJob,
  onMessage: (message: HookMessage) => void,
): Promise<HookAnswer | undefined> {
  if (job.timeMs <= 0) return undefined;
  const { startWorker, Thread, waitWithin } = await import("@dossier/retrieval/machine");
  const url = new URL("./hook_worker.ts", import.meta.url);
  const thread = new Thread(startWorker(url), undefined);
  try {
    const answer = thread.call<HookAnswer>("answer", job, { onProgress: onMessage });
    return await waitWithin(answer, job.timeMs);
  } finally {
    thread.end("its caller has stopped waiting");
  }
}
