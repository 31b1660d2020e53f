import type { EngineOptions } from "@dossier/retrieval/answer";
import { waitWithin } from "@dossier/retrieval/wait";
import { readUserWords } from "../core/host/mod.ts";
import { mayNeedTree } from "../core/host/prompt_need.ts";
import { answerHook } from "./answer_hook.ts";
import { type HookAnswer, type HookJob, type HookMessage, isTaken } from "./hook_job.ts";

/**
 * Returns what comes of an event that mostly calls for nothing but to be noted, found out by this thread: to start
 * another takes longer than all the rest. Undefined where another one has to: the event may call for more, or
 * something is in the way that may take its time.
 */
export async function answerBriefly(
  job: HookJob,
  { hear, loadFeatures }: {
    readonly hear: (message: HookMessage) => void;
    readonly loadFeatures: () => Promise<EngineOptions["features"]>;
  },
): Promise<HookAnswer | undefined> {
  if (!isBrief(job) || job.timeMs <= 0) return undefined;
  try {
    const features = await loadFeatures();
    const answer = answerHook({ ...job, isBrief: true }, hear, { features });
    return await waitWithin(answer, job.timeMs);
  } catch (error) {
    if (!isTaken(job.claim)) return undefined;
    return { text: "", problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Returns whether an event is noted and no more: a prompt that needs nothing of a tree, or one that gets no answer. */
function isBrief({ input, isHeard }: HookJob): boolean {
  const { event: { moment }, session, agent, tool, prompt = "" } = input;
  if (session === undefined || agent !== undefined || tool !== undefined) return false;
  return moment === "prompt" ? !mayNeedTree(readUserWords(prompt)) : !isHeard;
}
