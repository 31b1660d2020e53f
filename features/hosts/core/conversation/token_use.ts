import { countBytes4, measureUtf8, TOKEN_BYTES } from "@dossier/core/utf8";
import type { HistoryItem } from "./item.ts";

/**
 * Bytes of JSON and signatures around encrypted reasoning, which cost nothing, by Codex's estimate.
 */
const ENCRYPTION_BYTES = 650;

/** Bytes that an image in a request counts as, regardless of its size, from Codex. */
const IMAGE_BYTES = 7373;

const DATA_URL_REGEXP = /^(data:[^,]*;base64,)[^]*/;

/** Returns an estimate of an item's tokens: a quarter of the bytes of its JSON, rounded up. */
export function estimateItemTokens(item: HistoryItem): number {
  if (item.kind === "ghost_snapshot") return 0;
  if ("encryptedContent" in item && item.encryptedContent !== undefined) {
    const bytes = Math.floor(item.encryptedContent.length * 3 / 4) - ENCRYPTION_BYTES;
    return Math.ceil(Math.max(0, bytes) / TOKEN_BYTES);
  }
  let images = 0;
  const written = JSON.stringify(item, (key, value: unknown) => {
    const [, start] = key === "url" && typeof value === "string"
      ? DATA_URL_REGEXP.exec(value) ?? []
      : [];
    if (start !== undefined) images++;
    return start ?? value;
  });
  return Math.ceil((measureUtf8(written).bytes + IMAGE_BYTES * images) / TOKEN_BYTES);
}

/**
 * Returns an estimate of a conversation's tokens.
 *
 * @param options.instructions Other texts for the model, such as its system prompt.
 */
export function estimateHistoryTokens(
  items: readonly HistoryItem[],
  { instructions = "" }: { readonly instructions?: string } = {},
): number {
  return items.reduce((sum, item) => sum + estimateItemTokens(item), countBytes4(instructions));
}

/** The tokens of one or more responses of a model, as its provider counts them. */
export interface TokenUsage {
  /** Tokens of the prompt. */
  readonly inputTokens: number;
  /** Tokens of the input that the provider had cached. */
  readonly cachedInputTokens: number;
  /** Tokens of the response. */
  readonly outputTokens: number;
  /** Tokens of the output that is hidden. */
  readonly reasoningTokens: number;
  /** Tokens of input and output. */
  readonly totalTokens: number;
}

/** The tokens of a session. */
export interface TokenInfo {
  /** Tokens of all responses. */
  readonly total: TokenUsage;
  /** Tokens of the last response: the size of the conversation in the window. */
  readonly last: TokenUsage;
  /** Size of the window in tokens; absent when unknown. */
  readonly contextWindow?: number;
}

/**
 * Returns the tokens of a session after another response; a response without usage does not change
 * them.
 */
export function updateTokenInfo(
  info: TokenInfo | undefined,
  usage: TokenUsage | null,
  contextWindow: number | undefined = info?.contextWindow,
): TokenInfo | undefined {
  if (usage === null) return info;
  const total = info === undefined ? usage : addUsage(info.total, usage);
  return { total, last: usage, ...(contextWindow === undefined ? {} : { contextWindow }) };
}

function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
    totalTokens: one.totalTokens + other.totalTokens,
  };
}

/**
 * Returns the tokens of a conversation in the window: those of the last response, and an estimate
 * of later items. Before the first response all is estimated.
 */
export function tokensInUse(info: TokenInfo | undefined, items: readonly HistoryItem[]): number {
  if (info === undefined) return estimateHistoryTokens(items);
  const last = items.findLastIndex(isGenerated);
  // A compacted history has no response, and is counted as a whole: see recountTokens().
  const later = last < 0 ? [] : items.slice(last + 1);
  return info.last.totalTokens + estimateHistoryTokens(later);
}

/** Returns the tokens of a session whose conversation was replaced, such as by a compacted one. */
export function recountTokens(info: TokenInfo, items: readonly HistoryItem[]): TokenInfo {
  const totalTokens = estimateHistoryTokens(items);
  const none = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return { ...info, last: { ...none, totalTokens } };
}

/** Kinds of items that only a model creates. */
const GENERATED: ReadonlySet<HistoryItem["kind"]> = new Set([
  "function_call",
  "custom_tool_call",
  "local_shell_call",
  "reasoning",
  "web_search_call",
  "tool_search_call",
  "compaction_summary",
]);

function isGenerated(item: HistoryItem): boolean {
  return GENERATED.has(item.kind) || (item.kind === "message" && item.role === "assistant");
}

/** Tokens of the system prompt and the tools in every conversation, by Codex's estimate. */
const BASELINE_TOKENS = 12_000;

/** Returns the share of a window that is left to the user, as a whole percentage from 0 to 100. */
export function percentLeft(
  used: number,
  window: number,
  { baseline = BASELINE_TOKENS }: { readonly baseline?: number } = {},
): number {
  if (window <= baseline) return 0;
  const share = (window - Math.max(used, 0) - baseline) / (window - baseline);
  return Math.round(100 * Math.min(1, Math.max(0, share)));
}

/** Returns the tokens of a window that a conversation may use: 95 %, rounded down, from Codex. */
export function usableWindow(window: number): number {
  return Math.floor(window * 95 / 100);
}
