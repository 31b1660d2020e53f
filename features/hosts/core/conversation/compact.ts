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
import { fitNewest } from "@dossier/core/prompt";
import { countBytes4 } from "@dossier/core/utf8";
import { truncateText } from "./truncate.ts";

/** The request for a summary that replaces a conversation. */
export const HANDOVER_REQUEST = `\
This conversation is about to be replaced by a summary, from which another model continues. Write that summary for it:

- Goal: what the user wants, in their own terms.
- Progress: what is done, what was decided and why, and what was tried in vain.
- Constraints: rules and preferences that the user or the project has stated.
- Next steps: what is left to do, in order.
- Data: paths, names, commands, numbers and messages that are needed to continue.

Be brief and exact, and leave out what the next model can read in the files itself.`;

/** Share of a window at which a conversation is compacted, in percent, from Codex. */
const THRESHOLD_PERCENT = 90;

/**
 * Returns the tokens at which a conversation is compacted: the configured number, or 90 % of the
 * window.
 */
export function compactionThreshold(contextWindow: number, configured?: number): number {
  return configured ?? Math.floor(contextWindow * THRESHOLD_PERCENT / 100);
}

/** Returns true when a conversation of so many tokens should be compacted. */
export function needsCompaction(
  used: number,
  contextWindow: number,
  configured?: number,
): boolean {
  return used >= compactionThreshold(contextWindow, configured);
}

/** The reason why a model has not responded. */
export type AskFailure = "window-exceeded" | "interrupted" | "failed";

/** Thrown by `ask` when a model has not responded; any other error counts as `failed`. */
export class AskError extends Error {
  /** Distinguishes it from other errors, also those of another copy of the module. */
  override readonly name = "AskError";
  /** The reason of the failure. */
  readonly reason: AskFailure;

  /** Creates an error with one sentence for people. */
  constructor(reason: AskFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Default number of retries, from Codex. */
const MAX_RETRIES = 5;

/**
 * Position of the initial context in a compacted history: at its start, as in Codex's first
 * versions; before the last message of the user, as in Codex's current version within a turn; or in
 * the next turn, as between turns.
 */
export type ContextPlace = "start" | "before-last-message" | "next-turn";

/** Options of {@link compactHistory}. */
export interface CompactionOptions {
  /**
   * Returns the items of a model's response.
   *
   * @throws {AskError} When there is none.
   */
  readonly ask: (items: readonly HistoryItem[]) => Promise<readonly HistoryItem[]>;
  /** Resolves when a request may be repeated; `retry` counts from 1. */
  readonly wait: (retry: number) => Promise<void>;
  /** Returns the current initial context, such as after a change of AGENTS.md. */
  readonly context: () => InitialContext | Promise<InitialContext>;
  /** Position of the initial context. @default "start" */
  readonly place?: ContextPlace;
  /** Maximum number of tokens of the user's messages. @default KEPT_MESSAGE_TOKENS */
  readonly budget?: number;
  /** Maximum number of retries of a failed request. @default 5 */
  readonly maxRetries?: number;
  /** The request for a summary. @default HANDOVER_REQUEST */
  readonly request?: string;
}

/** The result of a compaction. Without a summary the history stays unchanged. */
export type CompactionOutcome =
  | {
    readonly event: "context_compacted";
    readonly history: History;
    /** Number of the oldest items that did not fit into the window of the model. */
    readonly dropped: number;
    /** Estimated tokens of the new history. */
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
 * Requests a summary of a history and returns the history that replaces it. When the history is too
 * large for the model, its oldest items are left out of the request.
 *
 * @example
 * ```ts
 * import { compactHistory, toMessageItem } from "@dossier/hosts/core";
 * import assert from "node:assert/strict";
 *
 * const history = { items: [toMessageItem("user", "Fix the queue")] };
 * const outcome = await compactHistory(history, {
 *   ask: (_items) => Promise.resolve([toMessageItem("assistant", "The queue is fixed")]),
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
  const requested = await requestSummary(history.items, options);
  if (!("summary" in requested)) return { ...requested, history };
  const { context, place = "start", budget = KEPT_MESSAGE_TOKENS } = options;
  const { summary, dropped } = requested;
  const rebuilt = rebuildHistory(history.items, {
    summary,
    budget,
    ...(place === "next-turn" ? {} : { place, context: await context() }),
  });
  const tokens = estimateHistoryTokens(rebuilt.items);
  const notices = formatCompactionNotices(dropped);
  return { event: "context_compacted", history: rebuilt, dropped, tokens, notices };
}

/** A summary, or the reason why there is none. */
type SummaryResult =
  | { readonly summary: string; readonly dropped: number }
  | { readonly event: "window_full" | "interrupted" | "failed"; readonly cause: unknown };

async function requestSummary(
  items: readonly HistoryItem[],
  { ask, wait, maxRetries = MAX_RETRIES, request }: CompactionOptions,
): Promise<SummaryResult> {
  let shown = items;
  let retries = 0;
  while (true) {
    try {
      if (retries > 0) await wait(retries);
      const answer = await ask(toHandoverRequest(shown, request));
      return { summary: lastResponse(answer), dropped: items.length - shown.length };
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

/** Returns the items of a request for a summary of a history. */
export function toHandoverRequest(
  items: readonly HistoryItem[],
  request: string = HANDOVER_REQUEST,
): readonly HistoryItem[] {
  return [...normaliseHistory(items), toMessageItem("user", request)];
}

/** Returns the last message of a response; empty when there is none. */
function lastResponse(items: readonly HistoryItem[]): string {
  const last = items.findLast((item) => item.kind === "message" && item.role === "assistant");
  return last?.kind === "message" ? messageText(last) : "";
}

function formatCompactionNotices(dropped: number): readonly string[] {
  const items = dropped === 1 ? "item" : `${dropped} items`;
  return [
    ...(dropped === 0 ? [] : [
      `The summary leaves out the oldest ${items} of the conversation, as it was larger than the model's window`,
    ]),
    "A conversation that is compacted several times loses accuracy: begin a new one if you can",
  ];
}

/** Maximum number of tokens of the user's messages in a compacted history, from Codex. */
export const KEPT_MESSAGE_TOKENS = 20_000;

/**
 * Returns the newest texts that fit, oldest first. The newest one that does not fit is cut in its
 * middle, and earlier ones are dropped.
 *
 * @param budget Tokens of {@link countBytes4}.
 */
export function keepNewestTexts(texts: readonly string[], budget: number): readonly string[] {
  const { first, left } = fitNewest(texts, { budget, cost: countBytes4 });
  const cut = texts[first - 1];
  const kept = texts.slice(first);
  if (cut === undefined || left === 0) return kept;
  return [truncateText(cut, { kind: "tokens", limit: left }), ...kept];
}

/** Options of {@link rebuildHistory}. */
export interface RebuildOptions {
  /** The summary; may be empty. */
  readonly summary: string;
  /** The current initial context; absent when the next turn adds it. */
  readonly context?: InitialContext;
  /**
   * Position of the context: at the start, or before the last message of the user. @default "start"
   */
  readonly place?: "start" | "before-last-message";
  /** Maximum number of tokens of the user's messages. @default KEPT_MESSAGE_TOKENS */
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
  const userTexts = items.filter(isUserTurn).map(userText);
  const kept = keepNewestTexts(userTexts, budget).map((text) => toMessageItem("user", text));
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
