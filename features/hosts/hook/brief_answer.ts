import type { EngineOptions } from "@dossier/retrieval/answer";
import { waitWithin } from "@dossier/retrieval/wait";
import { readUserWords } from "../core/host/mod.ts";
import { mayNeedContext } from "../core/host/prompt_need.ts";
import { answerHook } from "./answer_hook.ts";
import { type HookAnswer, type HookJob, type HookMessage, isClaimed } from "./hook_job.ts";

/**
 * Returns the answer to an event that usually only needs to be recorded, on this thread: starting
 * another takes longer than the rest. Undefined when another thread has to do it: the event may
 * need context, or a resource may be blocked.
 */
export async function answerBriefly(
  job: HookJob,
  { onMessage, loadFeatures }: {
    readonly onMessage: (message: HookMessage) => void;
    readonly loadFeatures: () => Promise<EngineOptions["features"]>;
  },
): Promise<HookAnswer | undefined> {
  if (!isBrief(job) || job.timeMs <= 0) return undefined;
  try {
    const features = await loadFeatures();
    const answer = answerHook({ ...job, isBrief: true }, onMessage, { features });
    return await waitWithin(answer, job.timeMs);
  } catch (error) {
    if (!isClaimed(job.claim)) return undefined;
    return { text: "", problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/**
 * Returns true for an event that is only recorded: a prompt that needs no context, or an event that
 * accepts no text.
 */
function isBrief({ input, acceptsText }: HookJob): boolean {
  const { event: { moment }, session, agent, tool, prompt = "" } = input;
  if (session === undefined || agent !== undefined || tool !== undefined) return false;
  return moment === "prompt" ? !mayNeedContext(readUserWords(prompt)) : !acceptsText;
}
