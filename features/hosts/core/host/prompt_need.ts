import type { QueryStrength } from "@dossier/core/rank";
import { findIssueIds } from "./hook_block.ts";
import { PROMPT_MODEL, promptOdds } from "./prompt_model.ts";

/**
 * The chance that a prompt needs something of a tree, as a logistic function of what its text says and of how strongly
 * the tree speaks to it. Fitted to 150 prompts in six languages about six trees; see training/prompts/README.md.
 */
const NEED = { bias: -2.75, odds: 0.908, words: 0.141, meaning: 2.39, name: 1.75 };

/** Below these odds of its text no tree makes a prompt likely to need anything. */
const HOPELESS_ODDS = -3;

/** A command of the host, which is not for the agent as it is. */
const HOST_COMMAND_REGEXP = /^\/[a-z][\w:-]*(?=\s|$)/;

/**
 * Returns the chance that a prompt needs something of a tree: a task, a question about the code, an error; not talk
 * with the agent about its work.
 *
 * @param words The user's words; see `readUserWords()`.
 * @param strength How strongly the tree speaks to them; undefined where they have no words.
 */
export function promptNeed(words: string, strength: QueryStrength | undefined): number {
  if (strength === undefined) return 0;
  const odds = NEED.bias + NEED.odds * promptOdds(words, PROMPT_MODEL) +
    NEED.words * strength.words + NEED.meaning * strength.meaning + NEED.name * strength.name;
  return 1 / (1 + Math.exp(-odds));
}

/** Returns whether a prompt may need something of some tree, by its text alone: it may name an issue, at the least. */
export function mayNeedTree(words: string): boolean {
  if (words === "" || HOST_COMMAND_REGEXP.test(words)) return false;
  return findIssueIds(words).length > 0 || promptOdds(words, PROMPT_MODEL) >= HOPELESS_ODDS;
}
