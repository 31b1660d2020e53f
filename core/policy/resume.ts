import { countCodePoints } from "../text/count_tokens.ts";
import { joinParts } from "./message.ts";
import type { PromptMessage } from "./provider.ts";
import { takeNewest } from "./take_newest.ts";

/** Tokens of the earlier conversation that a continued thread is given, as Rye has them. */
export const RESUME_CEILING_TOKENS = 16_000;

/** What continues a thread whose profile names nothing else. */
export const CONTINUATION = "Continue where the conversation above ends.";

/** Characters of a token in the ceiling, rounded down as Rye rounds. */
const CHARACTERS_PER_TOKEN = 4;

/** What a continued thread begins with. */
export interface ResumeOptions {
  readonly ceiling?: number;
  /** What hooks say to a continued thread, before and after. */
  readonly hooks?: readonly string[];
  /** The prompt that goes on; {@link CONTINUATION} when empty. */
  readonly continuation?: string;
}

/**
 * Returns the messages of a continued thread: the newest of the earlier ones that fit, from one of the user
 * on, and the prompt that goes on. What hooks say stands in front of the last message of the user, so that
 * it is not far back.
 */
export function resumeMessages(
  earlier: readonly PromptMessage[],
  { ceiling = RESUME_CEILING_TOKENS, hooks = [], continuation = "" }: ResumeOptions = {},
): readonly PromptMessage[] {
  const tail = keepTail(earlier, ceiling);
  const first = tail.findIndex(({ role }) => role === "user");
  const prompt = joinParts([...hooks, continuation.trim() === "" ? CONTINUATION : continuation]);
  return [...(first < 0 ? [] : tail.slice(first)), { role: "user", content: prompt }];
}

/** Returns the newest messages that fit, and at least the last one. */
function keepTail(messages: readonly PromptMessage[], ceiling: number): readonly PromptMessage[] {
  const { first } = takeNewest(messages, {
    budget: ceiling,
    cost: ({ content }) => Math.floor(countCodePoints(content) / CHARACTERS_PER_TOKEN),
  });
  return messages.slice(Math.min(first, Math.max(0, messages.length - 1)));
}
