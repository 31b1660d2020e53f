import { takeWholeStart } from "@dossier/core/utf8";
import type { HookOutcome } from "./hook_outcome.ts";

/** Characters of the longest text of a hook that goes to the model as it is; Claude Code's. */
export const MAX_HOOK_CHARACTERS = 10_000;

/** Characters of a longer one that are shown; ours, as no host says. */
const PREVIEW_CHARACTERS = 2000;

/** How often in a row hooks may keep an agent from stopping; Claude Code's. */
const MAX_STOP_BLOCKS = 8;

/** Compactions in a row after which the window is full again at once, before no more is tried; Claude Code's. */
const MAX_REFILLS = 3;

/**
 * Returns an outcome in which each long text is replaced by its beginning and where all of it is.
 *
 * @param save Keeps a text and returns the path of it; undefined when that has failed.
 */
export async function capHookOutcome(
  outcome: HookOutcome,
  save: (text: string) => Promise<string | undefined>,
): Promise<HookOutcome> {
  const cap = async (text: string) => {
    if (text.length <= MAX_HOOK_CHARACTERS) return text;
    const path = await save(text);
    const shown = takeWholeStart(text, PREVIEW_CHARACTERS);
    const where = path === undefined ? "the rest is lost" : `all of it is in ${path}`;
    return `${shown}\n… the first ${shown.length} of ${text.length} characters: ${where}`;
  };
  const capAll = (texts: readonly string[]) => Promise.all(texts.map(cap));
  return {
    ...outcome,
    permissionReasons: await capAll(outcome.permissionReasons),
    reasons: await capAll(outcome.reasons),
    contexts: await capAll(outcome.contexts),
    messages: await capAll(outcome.messages),
    warnings: await capAll(outcome.warnings),
  };
}

/**
 * Returns what becomes of an agent that wants to stop, and how often in a row it has now been kept from that. Beyond
 * `MAX_STOP_BLOCKS` it stops, whatever hooks say.
 *
 * @param blocks How often in a row it was kept from stopping until now.
 */
export function limitStopBlocks(
  outcome: HookOutcome,
  blocks: number,
): { readonly outcome: HookOutcome; readonly blocks: number } {
  if (!outcome.isBlocked) return { outcome, blocks: 0 };
  if (blocks < MAX_STOP_BLOCKS) return { outcome, blocks: blocks + 1 };
  const warning =
    `Hooks have kept the agent from stopping ${MAX_STOP_BLOCKS} times in a row: it stops`;
  return {
    outcome: { ...outcome, isBlocked: false, warnings: [...outcome.warnings, warning] },
    blocks: 0,
  };
}

/**
 * Returns how often in a row the window was full again right after a compaction, and whether another is worth it.
 *
 * @param refills The same until now.
 */
export function countRefills(
  refills: number,
  isFullAgain: boolean,
): { readonly refills: number; readonly mayCompact: boolean } {
  const count = isFullAgain ? refills + 1 : 0;
  return { refills: count, mayCompact: count < MAX_REFILLS };
}
