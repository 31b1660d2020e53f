import { takeNewest } from "@dossier/core/prompt";
import { countBytes4 } from "@dossier/core/utf8";
import {
  type History,
  type InitialContext,
  initialItems,
  isUserTurn,
  renderSummary,
  userText,
} from "./history.ts";
import { type HistoryItem, toMessageItem } from "./item.ts";
import { truncateText } from "./truncate.ts";

/** Tokens that the messages of the user may take in a compacted history, as in Codex. */
export const KEPT_MESSAGE_TOKENS = 20_000;

/**
 * Returns the newest texts that fit, oldest first. The newest that does not is cut in its middle to what is left, and
 * all before it are gone.
 *
 * @param budget Tokens of {@link countBytes4}.
 */
export function keepNewestTexts(texts: readonly string[], budget: number): readonly string[] {
  const { first, left } = takeNewest(texts, { budget, cost: countBytes4 });
  const cut = texts[first - 1];
  const kept = texts.slice(first);
  if (cut === undefined || left === 0) return kept;
  return [truncateText(cut, { kind: "tokens", limit: left }), ...kept];
}

/** What a compacted history is made of. */
export interface RebuildOptions {
  /** May be empty. */
  readonly summary: string;
  /** The initial context as it is now; without it the next turn tells it. */
  readonly context?: InitialContext;
  /** Whether the context stands at the start, or before the last message of the user. @default "start" */
  readonly place?: "start" | "before-last-message";
  /** Tokens for the messages of the user. @default KEPT_MESSAGE_TOKENS */
  readonly budget?: number;
}

/**
 * Returns a compacted history: the initial context, the newest messages of the user, the summary, and the states of
 * the tree.
 */
export function rebuildHistory(
  items: readonly HistoryItem[],
  { summary, context, place = "start", budget = KEPT_MESSAGE_TOKENS }: RebuildOptions,
): History {
  const said = items.filter(isUserTurn).map(userText);
  const kept = keepNewestTexts(said, budget).map((text) => toMessageItem("user", text));
  const end = [
    toMessageItem("user", renderSummary(summary)),
    ...items.filter(({ kind }) => kind === "ghost_snapshot"),
  ];
  if (context === undefined) return { items: [...kept, ...end] };
  const before = place === "start" ? 0 : Math.max(0, kept.length - 1);
  return {
    items: [...kept.slice(0, before), ...initialItems(context), ...kept.slice(before), ...end],
    baseline: context.environment,
  };
}
