import type { HostedTree } from "./hosted_tree.ts";
import { isPromptAnswer } from "./read_reply.ts";

/** How many hooks at once fare. */
export interface CrowdFigures {
  readonly hooks: number;
  /** Those without an answer. */
  readonly unanswered: number;
  /** Those that ran out of time. */
  readonly stopped: number;
  /** From the start of the first to the end of the last, and the longest wait, in milliseconds. */
  readonly allMs: number;
  readonly longestMs: number;
  /** Sessions without an answer whose next tool event was sent, and those that were given it then. */
  readonly asked: number;
  readonly madeUpFor: number;
}

/** Sessions whose next tool event is sent. */
const MAX_ASKED = 20;

/**
 * Sends prompts of as many sessions at once, and then a tool event of each that got no answer.
 *
 * @param prompts Each of which is given something when it comes alone.
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
  const asked = unanswered.slice(0, MAX_ASKED);
  let madeUpFor = 0;
  for (const session of asked) {
    const tool = { "tool_name": "Bash", "tool_input": { command: "ls" } };
    if (isPromptAnswer((await tree.send("PostToolUse", tool, session)).text)) madeUpFor++;
  }
  return {
    hooks,
    unanswered: unanswered.length,
    stopped,
    allMs,
    longestMs: Math.max(...replies.map(({ milliseconds }) => milliseconds)),
    asked: asked.length,
    madeUpFor,
  };
}
