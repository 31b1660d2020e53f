import {
  type History,
  type InitialContext,
  initialItems,
  isUserTurn,
  renderSummary,
  userText,
} from "./history.ts";
import {
  type HistoryItem,
  messageText,
  normaliseHistory,
  removeFirst,
  toMessageItem,
} from "./item.ts";
import { estimateHistoryTokens } from "./token_use.ts";
import { takeNewest } from "@dossier/core/prompt";
import { countBytes4 } from "@dossier/core/utf8";
import { truncateText } from "./truncate.ts";

/** What a model is asked for before its conversation is replaced by a summary. */
export const HANDOVER_REQUEST = `\
This conversation is about to be replaced by a summary, from which another model goes on. Write that summary for it:

- Goal: what the user wants, in their own terms.
- Progress: what is done, what was decided and why, and what was tried in vain.
- Constraints: rules and preferences that the user or the project has stated.
- Next steps: what is left to do, in order.
- Data: paths, names, commands, numbers and messages that are needed to go on.

Be brief and exact, and leave out what the next model can read in the files itself.`;

/** Which share of a window a conversation may take until it is compacted, in percent, as in Codex. */
const THRESHOLD_PERCENT = 90;

/** Returns the tokens from which on a conversation is compacted: those configured, or 90 % of the window. */
export function compactionThreshold(contextWindow: number, configured?: number): number {
  return configured ?? Math.floor(contextWindow * THRESHOLD_PERCENT / 100);
}

/** Returns whether a conversation is to be compacted that takes so many tokens of a window. */
export function needsCompaction(
  used: number,
  contextWindow: number,
  configured?: number,
): boolean {
  return used >= compactionThreshold(contextWindow, configured);
}

/** Why a model has not answered. */
export type AskFailure = "window-exceeded" | "interrupted" | "failed";

/** What an `ask` throws that was not answered; whatever else it throws counts as `failed`. */
export class AskError extends Error {
  /** Tells it from other errors, also those of another copy of the module. */
  override readonly name = "AskError";
  /** Why there is no answer. */
  readonly reason: AskFailure;

  /** Makes an error with one sentence for people. */
  constructor(reason: AskFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** How often a request is repeated that failed, as Codex does where the provider says nothing else. */
const MAX_RETRIES = 5;

/**
 * Where a compacted history has the initial context: at its start, as Codex had it first; before the last message of
 * the user, as Codex has it within a turn now; or nowhere, so that the next turn tells it, as between turns now.
 */
export type ContextPlace = "start" | "before-last-message" | "next-turn";

/** How a history is compacted. */
export interface CompactionOptions {
  /**
   * Returns the items of a model's answer.
   *
   * @throws {AskError} When there is none.
   */
  readonly ask: (items: readonly HistoryItem[]) => Promise<readonly HistoryItem[]>;
  /** Returns when a request may be repeated for the so many-th time, from 1. */
  readonly wait: (retry: number) => Promise<void>;
  /** Returns the initial context as it is now, such as after AGENTS.md was changed. */
  readonly context: () => InitialContext | Promise<InitialContext>;
  /** Where the initial context goes. @default "start" */
  readonly place?: ContextPlace;
  /** Tokens for the messages of the user. @default KEPT_MESSAGE_TOKENS */
  readonly budget?: number;
  /** How often a request is repeated that failed. @default 5 */
  readonly maxRetries?: number;
  /** What the model is asked for. @default HANDOVER_REQUEST */
  readonly request?: string;
}

/** What came of a compaction. The history is the one before where there is no other. */
export type CompactionOutcome =
  | {
    readonly event: "context_compacted";
    readonly history: History;
    /** Oldest items that the model was not shown, as they did not fit into its window. */
    readonly dropped: number;
    /** About what the new history costs. */
    readonly tokens: number;
    /** Sentences for the user. */
    readonly notices: readonly string[];
  }
  | {
    readonly event: "window_full" | "interrupted" | "failed";
    readonly history: History;
    readonly cause: unknown;
  };

/**
 * Asks for a summary of a history and returns what takes its place. A history that is too large for the model is asked
 * for without its oldest items.
 *
 * @example
 * ```ts
 * import { compactHistory, toMessageItem } from "@dossier/hosts/core";
 * import assert from "node:assert/strict";
 *
 * const history = { items: [toMessageItem("user", "Mend the queue")] };
 * const outcome = await compactHistory(history, {
 *   ask: (_items) => Promise.resolve([toMessageItem("assistant", "The queue is mended")]),
 *   context: () => ({ environment: { cwd: "/work" } }),
 *   wait: (_retry) => Promise.resolve(),
 * });
 * assert.equal(outcome.event, "context_compacted");
 * assert.equal(outcome.history.items.length, 3);
 * ```
 */
export async function compactHistory(
  history: History,
  options: CompactionOptions,
): Promise<CompactionOutcome> {
  const asked = await askForSummary(history.items, options);
  if (!("summary" in asked)) return { ...asked, history };
  const { context, place = "start", budget = KEPT_MESSAGE_TOKENS } = options;
  const { summary, dropped } = asked;
  const rebuilt = rebuildHistory(history.items, {
    summary,
    budget,
    ...(place === "next-turn" ? {} : { place, context: await context() }),
  });
  const tokens = estimateHistoryTokens(rebuilt.items);
  const notices = tellCompaction(dropped);
  return { event: "context_compacted", history: rebuilt, dropped, tokens, notices };
}

/** A summary, or why there is none. */
type AskedSummary =
  | { readonly summary: string; readonly dropped: number }
  | { readonly event: "window_full" | "interrupted" | "failed"; readonly cause: unknown };

async function askForSummary(
  items: readonly HistoryItem[],
  { ask, wait, maxRetries = MAX_RETRIES, request }: CompactionOptions,
): Promise<AskedSummary> {
  let shown = items;
  let retries = 0;
  while (true) {
    try {
      if (retries > 0) await wait(retries);
      const answer = await ask(toHandoverRequest(shown, request));
      return { summary: lastAnswer(answer), dropped: items.length - shown.length };
    } catch (cause) {
      const reason = cause instanceof AskError ? cause.reason : "failed";
      if (reason === "interrupted") return { event: reason, cause };
      if (reason === "window-exceeded") {
        shown = removeFirst(shown);
        retries = 0;
        if (shown.length === 0) return { event: "window_full", cause };
      } else if (++retries > maxRetries) return { event: "failed", cause };
    }
  }
}

/** Returns what a model is sent for a summary of a history. */
export function toHandoverRequest(
  items: readonly HistoryItem[],
  request: string = HANDOVER_REQUEST,
): readonly HistoryItem[] {
  return [...normaliseHistory(items), toMessageItem("user", request)];
}

/** Returns the last message of an answer; empty when there is none. */
function lastAnswer(items: readonly HistoryItem[]): string {
  const last = items.findLast((item) => item.kind === "message" && item.role === "assistant");
  return last?.kind === "message" ? messageText(last) : "";
}

function tellCompaction(dropped: number): readonly string[] {
  const items = dropped === 1 ? "item" : `${dropped} items`;
  return [
    ...(dropped === 0 ? [] : [
      `The summary leaves out the oldest ${items} of the conversation, as it was larger than the model's window`,
    ]),
    "A conversation that is compacted several times loses accuracy: begin a new one where you can",
  ];
}

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
