import { type HistoryItem, withoutImage } from "./item.ts";

/** What answers each kind of call: a shell's call has the same outputs as a function's. */
const OUTPUT_KINDS = {
  function_call: "function_call_output",
  local_shell_call: "function_call_output",
  custom_tool_call: "custom_tool_call_output",
  tool_search_call: "tool_search_output",
} as const;

type Call = Extract<HistoryItem, { readonly kind: keyof typeof OUTPUT_KINDS }>;

/** One side of a call and its output. */
interface PairSide {
  /** The call, on its side. */
  readonly call?: Call & { readonly callId: string };
  /** The same for both sides. */
  readonly key: string;
}

/** Returns which side of which pair an item is; undefined for one that stands alone. */
function pairOf(item: HistoryItem): PairSide | undefined {
  if (!("callId" in item)) return undefined;
  const { callId } = item;
  if (callId === undefined) return undefined;
  if (!isCall(item)) return { key: `${item.kind} ${callId}` };
  return { call: { ...item, callId }, key: `${OUTPUT_KINDS[item.kind]} ${callId}` };
}

function isCall(item: HistoryItem): item is Call {
  return Object.hasOwn(OUTPUT_KINDS, item.kind);
}

/** Returns what stands for the output of a call that has none, as Codex has it: always the same for a call. */
function abortedOutput({ kind, callId }: Call & { readonly callId: string }): HistoryItem {
  const output = OUTPUT_KINDS[kind];
  return output === "tool_search_output"
    ? { kind: output, callId, status: "completed", tools: [] }
    : { kind: output, callId, output: { content: "aborted" } };
}

/** What a model can be given. */
export interface NormaliseOptions {
  /** Whether it reads images. @default true */
  readonly images?: boolean;
}

/**
 * Returns a history as models take it: each call has an output behind it, each output a call before it, and what is
 * internal is gone. A history that is so already is returned as it is.
 */
export function normaliseHistory(
  items: readonly HistoryItem[],
  { images = true }: NormaliseOptions = {},
): readonly HistoryItem[] {
  const lastOutputs = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const pair = pairOf(item);
    if (pair !== undefined && pair.call === undefined) lastOutputs.set(pair.key, index);
  }
  const called = new Set<string>();
  return items.flatMap((item, index) => {
    if (item.kind === "ghost_snapshot") return [];
    const given = images ? item : imageless(item);
    const pair = pairOf(item);
    if (pair === undefined) return [given];
    const { call, key } = pair;
    if (call === undefined) return called.has(key) ? [given] : [];
    called.add(key);
    return (lastOutputs.get(key) ?? -1) > index ? [given] : [given, abortedOutput(call)];
  });
}

function imageless(item: HistoryItem): HistoryItem {
  if (item.kind === "message") return { ...item, content: item.content.map(withoutImage) };
  if (item.kind !== "function_call_output" && item.kind !== "custom_tool_call_output") return item;
  const { parts } = item.output;
  if (parts === undefined) return item;
  return { ...item, output: { ...item.output, parts: parts.map(withoutImage) } };
}

/** Returns a history without its oldest item, and without the call or output that belongs to it. */
export function removeFirst(items: readonly HistoryItem[]): readonly HistoryItem[] {
  const [first, ...rest] = items;
  const pair = first === undefined ? undefined : pairOf(first);
  if (pair === undefined) return rest;
  const counterpart = rest.findIndex((item) => {
    const other = pairOf(item);
    return other?.key === pair.key && (other.call === undefined) !== (pair.call === undefined);
  });
  return counterpart < 0 ? rest : rest.toSpliced(counterpart, 1);
}
