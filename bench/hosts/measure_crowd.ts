import type { HostedTree } from "./hosted_tree.ts";
import { isPromptAnswer } from "./read_reply.ts";

/** Figures of many hooks at once. */
export interface CrowdFigures {
  readonly hooks: number;
  /** Number of hooks without an answer. */
  readonly unanswered: number;
  /** Number of hooks with a timeout. */
  readonly stopped: number;
  /** From the start of the first to the end of the last, and the longest wait, in milliseconds. */
  readonly allMs: number;
  readonly longestMs: number;
  /**
   * Number of sessions without an answer whose next tool event was sent, and of those that got an
   * answer then.
   */
  readonly retried: number;
  readonly madeUpFor: number;
}

/** Maximum number of sessions whose next tool event is sent. */
const MAX_RETRIED = 20;

/**
 * Sends prompts of as many sessions at once, and then a tool event of each that got no answer.
 *
 * @param prompts Prompts that all get an answer when they are sent alone.
 */
export async function measureCrowd(
  tree: HostedTree,
  prompts: readonly string[],
  hooks: number,
): Promise<CrowdFigures> {
  const stoppedBefore = tree.countStopped();
  const started = performance.now();
  const sessions = Array.from({ length: hooks }, () => crypto.randomUUID());
  const replies = await Promise.all(
    sessions.map((session, at) => tree.prompt(prompts[at % prompts.length]!, session)),
  );
  const allMs = performance.now() - started;
  const stopped = tree.countStopped() - stoppedBefore;
  const unanswered = sessions.filter((_, at) => !isPromptAnswer(replies[at]!.text));
  const retried = unanswered.slice(0, MAX_RETRIED);
  let madeUpFor = 0;
  for (const session of retried) {
    const tool = { "tool_name": "Bash", "tool_input": { command: "ls" } };
    if (isPromptAnswer((await tree.send("PostToolUse", tool, session)).text)) madeUpFor++;
  }
  return {
    hooks,
    unanswered: unanswered.length,
    stopped,
    allMs,
    longestMs: Math.max(...replies.map(({ milliseconds }) => milliseconds)),
    retried: retried.length,
    madeUpFor,
  };
}
