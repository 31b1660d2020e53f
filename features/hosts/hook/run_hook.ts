import type { EngineOptions } from "@dossier/retrieval/answer";
import {
  deadlineOf,
  findHookHost,
  type HookHost,
  type HookInput,
  patienceOf,
  readHookInput,
  renderHookReply,
} from "../core/host/mod.ts";
import {
  type HookAnswer,
  type HookJob,
  type HookMessage,
  makeClaim,
  takeClaim,
} from "./hook_job.ts";
import { logHookProblem } from "./hook_log.ts";

/** Where a command of ours was run by a host. */
export interface HookCall {
  /** The host, as its configuration of our command names it. */
  readonly host: string | undefined;
  /** The event, for hosts whose input does not name it. */
  readonly event?: string | undefined;
  /** What the host has written to standard input; undefined when that had no end in time. */
  readonly text: string | undefined;
  /** Absolute path of the folder that the command was run in, where the input names none. */
  readonly folder: string;
  readonly cache: string | undefined;
  readonly home: string | undefined;
  /** Whether a session is reminded of what is easily regretted. @default true */
  readonly reminds?: boolean;
  /** Whether the user is shown nothing of what the agent is given. @default false */
  readonly isQuiet?: boolean;
  /** Whether it gets a note on a search of its own that found nothing or too much. @default true */
  readonly notesSearches?: boolean;
  /** Returns what other features tell a session. @default nothing */
  readonly loadFeatures?: () => Promise<EngineOptions["features"]>;
  /** Milliseconds that have gone by since the process was started. @default 0 */
  readonly spentMs?: number;
  /** Milliseconds that it may take from then on. @default what the moment allows */
  readonly deadlineMs?: number | undefined;
}

/** Asks for what there is to tell; undefined when that takes too long. */
type AskThread = (
  job: HookJob,
  hear: (message: HookMessage) => void,
  call: HookCall,
) => Promise<HookAnswer | undefined>;

/** Milliseconds that it takes to end the process with a reply, and to finish writing a note that was begun. */
const ENDING_MS = 50;
const COMMIT_MS = 30;

/**
 * Returns what goes to standard output so that a session is told what it needs at an event; empty for nothing, and
 * whatever is wrong. It never takes longer than the moment allows: what is not known by then is not told.
 *
 * @param ask Finds out what to tell, in time or not at all.
 */
export async function runHook(
  call: HookCall,
  ask: AskThread = askServerOrThread,
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
    const { spentMs = 0, deadlineMs = deadlineOf(input.event.moment) } = call;
    const timeMs = deadlineMs - ENDING_MS - spentMs;
    const patienceMs = patienceOf(input.event) - ENDING_MS - spentMs;
    const claim = makeClaim();
    const job: HookJob = {
      input,
      root,
      timeMs,
      patienceMs,
      cache: call.cache,
      home: call.home,
      host: host.name,
      givesRulesOnRead: host.givesRulesOnRead,
      reminds: call.reminds ?? true,
      notesSearches: call.notesSearches ?? true,
      claim,
      hostProcess: Deno.ppid,
      isHeard: input.event.reply !== undefined,
    };
    const reply = async ({ text, notice, receipts = [] }: HookAnswer) => {
      const shown = renderHookReply(host, input.event, text, call.isQuiet ? undefined : notice);
      if (shown !== "" && receipts.length > 0) await leaveReceipts(job, receipts);
      return shown;
    };
    let soFar: HookAnswer = { text: "", problems: [] };
    const answer = await ask(job, (message) => {
      if ("soFar" in message) soFar = message.soFar;
    }, call);
    if (answer === undefined) {
      if (takeClaim(claim)) await leaveNotes(job);
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

/** Returns what a host says of an event, or what is wrong with that. */
function readCall(
  { host: name, text, event }: HookCall,
): { readonly host: HookHost; readonly input: HookInput } | { readonly problem: string } {
  const host = findHookHost(name);
  if (host === undefined) return { problem: `Cannot tell the host "${name ?? ""}"` };
  if (text === undefined) return { problem: "Cannot read the input as it had no end in time" };
  const reading = readHookInput(host, text, event);
  return "problem" in reading ? reading : { host, ...reading };
}

/** Returns the root that a session works in; undefined for a folder that nobody has used us in. */
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

/** Leaves what there is to note of an event to whoever has time for it. */
async function leaveNotes({ input, root, cache }: HookJob): Promise<void> {
  if (input.session === undefined) return;
  const { listNotes } = await import("./list_notes.ts");
  const { listTouched } = await import("./touched_file.ts");
  const { leaveLate } = await import("./late_notes.ts");
  const notes = listNotes(input, await listTouched(input, root));
  await leaveLate(input.session, notes, { root, cache });
}

/** Leaves a note of what a reply has, now that it is made: the session has it, and is not told it again. */
async function leaveReceipts(
  { input: { session }, root, cache }: HookJob,
  receipts: readonly string[],
): Promise<void> {
  if (session === undefined) return;
  const { leaveLate } = await import("./late_notes.ts");
  const told = receipts.map((value) => ({ kind: "told", value } as const));
  await leaveLate(session, told, { root, cache });
}

/** Returns what a server answers that has the index open, or else this thread where it is brief, or another. */
async function askServerOrThread(
  job: HookJob,
  hear: (message: HookMessage) => void,
  { loadFeatures = () => Promise.resolve([]) }: HookCall,
): Promise<HookAnswer | undefined> {
  const startedMs = performance.now();
  const rest = () => ({ ...job, timeMs: job.timeMs - (performance.now() - startedMs) });
  const { askServer } = await import("./ask_server.ts");
  const answer = await askServer(job, hear);
  if (answer !== undefined) return answer;
  const { answerBriefly } = await import("./brief_answer.ts");
  return await answerBriefly(rest(), { hear, loadFeatures }) ?? await askThread(rest(), hear);
}

/** Returns what a thread answers in time; undefined when it does not. */
async function askThread(
  job: HookJob,
  hear: (message: HookMessage) => void,
): Promise<HookAnswer | undefined> {
  if (job.timeMs <= 0) return undefined;
  const { startWorker, Thread, waitWithin } = await import("@dossier/retrieval/machine");
  const url = new URL("./hook_worker.ts", import.meta.url);
  const thread = new Thread(startWorker(url), undefined);
  try {
    const answer = thread.call<HookAnswer>("answer", job, { onProgress: hear });
    return await waitWithin(answer, job.timeMs);
  } finally {
    thread.end("nobody waits for it");
  }
}
