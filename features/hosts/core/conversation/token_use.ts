import { countBytes4, measureUtf8, TOKEN_BYTES } from "@dossier/core/utf8";
import type { HistoryItem } from "./item.ts";

/** Bytes of JSON and signatures around encrypted reasoning, which cost nothing, as Codex estimates. */
const ENCRYPTION_BYTES = 650;

/** Bytes that an image inside of a request is taken for, whatever its own, as Codex does. */
const IMAGE_BYTES = 7373;

const DATA_URL_REGEXP = /^(data:[^,]*;base64,)[^]*/;

/** Returns about how many tokens an item costs: a quarter of the bytes of its JSON, rounded up. */
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
 * Returns about how many tokens a conversation costs.
 *
 * @param options.instructions What the model is told besides, such as its system prompt.
 */
export function estimateHistoryTokens(
  items: readonly HistoryItem[],
  { instructions = "" }: { readonly instructions?: string } = {},
): number {
  return items.reduce((sum, item) => sum + estimateItemTokens(item), countBytes4(instructions));
}

/** The tokens of one or more answers of a model, as its provider counts them. */
export interface TokenUsage {
  /** Those of the prompt. */
  readonly inputTokens: number;
  /** Those of the input that the provider had kept. */
  readonly cachedInputTokens: number;
  /** Those of the answer. */
  readonly outputTokens: number;
  /** Those of the output that nobody sees. */
  readonly reasoningTokens: number;
  /** Input and output. */
  readonly totalTokens: number;
}

/** The tokens of a session. */
export interface TokenInfo {
  /** Those of all answers. */
  readonly total: TokenUsage;
  /** Those of the last answer: what the conversation takes of the window. */
  readonly last: TokenUsage;
  /** In tokens; absent when nobody knows. */
  readonly contextWindow?: number;
}

/** Returns the tokens of a session after another answer; an answer without any leaves them as they are. */
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
 * Returns how many tokens a conversation takes of the window: those of the last answer, and an estimate of what came
 * behind it. Before the first answer all is estimated.
 */
export function tokensInUse(info: TokenInfo | undefined, items: readonly HistoryItem[]): number {
  if (info === undefined) return estimateHistoryTokens(items);
  const last = items.findLastIndex(isGenerated);
  // What was compacted has no answer in it, and is counted as a whole: see recountTokens().
  const later = last < 0 ? [] : items.slice(last + 1);
  return info.last.totalTokens + estimateHistoryTokens(later);
}

/** Returns the tokens of a session whose conversation was replaced, such as by a compacted one. */
export function recountTokens(info: TokenInfo, items: readonly HistoryItem[]): TokenInfo {
  const totalTokens = estimateHistoryTokens(items);
  const none = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return { ...info, last: { ...none, totalTokens } };
}

/** What only a model makes. */
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

/** Tokens of a window that every conversation takes: the system prompt and the tools, as Codex estimates. */
const BASELINE_TOKENS = 12_000;

/** Returns how much of a window is left to the user, as a whole percentage from 0 to 100. */
export function percentLeft(
  used: number,
  window: number,
  { baseline = BASELINE_TOKENS }: { readonly baseline?: number } = {},
): number {
  if (window <= baseline) return 0;
  const share = (window - Math.max(used, 0) - baseline) / (window - baseline);
  return Math.round(100 * Math.min(1, Math.max(0, share)));
}

/** Returns the tokens of a window that a conversation may take: 95 %, rounded down, as Codex has it. */
export function usableWindow(window: number): number {
  return Math.floor(window * 95 / 100);
}
