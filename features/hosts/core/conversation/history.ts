import {
  type HistoryItem,
  type MessageItem,
  messageText,
  toMessageItem,
  type ToolOutput,
} from "./item.ts";
import {
  DEFAULT_TRUNCATION,
  truncateParts,
  truncateText,
  type TruncationPolicy,
} from "./truncate.ts";
import { stripHookBlocks } from "../host/hook_block.ts";
import { isHostSummary, isHostText } from "../hosts/mod.ts";
import { escapeMarkup } from "@dossier/core/prompt";

/** A conversation so far. */
export interface History {
  /** Oldest first. */
  readonly items: readonly HistoryItem[];
  /** The environment that the model was last told; absent when it is to be told everything. */
  readonly baseline?: EnvironmentContext;
}

/** What a model is told before the user says anything. */
export interface InitialContext {
  /** What the host itself wants. */
  readonly developer?: string;
  /** The message with the AGENTS.md files of the project. */
  readonly instructions?: string;
  /** Where the agent works. */
  readonly environment: EnvironmentContext;
}

/** Returns the items that a conversation begins with: the host's, the project's, the environment. */
export function initialItems(
  { developer, instructions, environment }: InitialContext,
): readonly HistoryItem[] {
  return [
    ...(developer === undefined ? [] : [toMessageItem("developer", developer)]),
    ...(instructions === undefined ? [] : [toMessageItem("user", instructions)]),
    toMessageItem("user", renderEnvironment(environment)),
  ];
}

/**
 * Returns a history in which a turn begins: a model without a baseline is told everything, any other what of the
 * environment has changed, if anything has.
 */
export function enterTurn({ items, baseline }: History, context: InitialContext): History {
  const { environment } = context;
  if (baseline === undefined) {
    return { items: [...items, ...initialItems(context)], baseline: environment };
  }
  const changed = changedEnvironment(baseline, environment);
  const told = changed === undefined ? [] : [toMessageItem("user", renderEnvironment(changed))];
  return { items: [...items, ...told], baseline: environment };
}

/**
 * Share of a limit that a recorded output may have, as in Codex now: one that was cut before, and that something was
 * put around since, is not cut again.
 */
export const RECORDING_SLACK = 1.2;

/** How items are recorded. */
export interface RecordOptions {
  /** What is kept of an output. @default DEFAULT_TRUNCATION */
  readonly policy?: TruncationPolicy;
  /** What the limit is multiplied by: see {@link RECORDING_SLACK}. @default 1 */
  readonly slack?: number;
}

/**
 * Returns a history with further items. Outputs of tools are cut; messages of the system and unknown items are not
 * recorded.
 *
 * @throws {RangeError} When the policy's limit is no number or below 0.
 */
export function recordItems(
  history: History,
  items: readonly HistoryItem[],
  { policy = DEFAULT_TRUNCATION, slack = 1 }: RecordOptions = {},
): History {
  const widened = { ...policy, limit: Math.ceil(policy.limit * slack) };
  const recorded = items
    .filter((item) => item.kind !== "other" && !(item.kind === "message" && item.role === "system"))
    .map((item) => cutItem(item, widened));
  return { ...history, items: [...history.items, ...recorded] };
}

function cutItem(item: HistoryItem, policy: TruncationPolicy): HistoryItem {
  return item.kind === "function_call_output" || item.kind === "custom_tool_call_output"
    ? { ...item, output: cutOutput(item.output, policy) }
    : item;
}

function cutOutput(output: ToolOutput, policy: TruncationPolicy): ToolOutput {
  const content = truncateText(output.content, policy);
  if (output.parts === undefined) return { ...output, content };
  return { ...output, content, parts: truncateParts(output.parts, policy) };
}

/**
 * Returns a history without the last turns: what precedes the first of them. With all turns or more, what precedes
 * the first of all. The model is told everything again then.
 *
 * @param turns A whole number; none are dropped for 0 and below.
 */
export function dropLastUserTurns(history: History, turns: number): History {
  const starts = history.items.flatMap((item, index) => isUserTurn(item) ? [index] : []);
  if (turns <= 0 || starts.length === 0) return history;
  return { items: history.items.slice(0, starts[Math.max(0, starts.length - turns)]) };
}

/** What stands above the summary of a compacted conversation, on a line of its own. */
export const SUMMARY_PREFIX: string =
  "This conversation went on for longer than fits here. Another model has left this summary of it: go on from " +
  "there, and do nothing again that is done.";

/** Returns a summary as the message that takes the place of what it sums up. */
export function renderSummary(summary: string): string {
  return `${SUMMARY_PREFIX}\n${summary.trim() === "" ? "(no summary available)" : summary}`;
}

/**
 * Returns whether an item is a message that the user has written: no instructions, environment, summary or context of
 * ours, which hosts send in the name of the user.
 */
export function isUserTurn(item: HistoryItem): item is MessageItem {
  if (item.kind !== "message" || item.role !== "user") return false;
  const text = messageText(item);
  const own = stripHookBlocks(text);
  return !isHostText(text) && !isHostSummary(text) && !text.startsWith(`${SUMMARY_PREFIX}\n`) &&
    (own === text || own.trim() !== "");
}

/** Returns what the user has written in a message, without the context that we have put beside it. */
export function userText(item: MessageItem): string {
  return stripHookBlocks(messageText(item));
}

/** What commands of an agent may touch. */
export type Sandbox =
  | { readonly mode: "read-only" }
  | {
    readonly mode: "workspace-write";
    readonly networkAccess: boolean;
    /** Absolute paths. */
    readonly writableRoots: readonly string[];
  }
  | { readonly mode: "danger-full-access" };

/** Where an agent works, and what it may do there. What is absent is not told. */
export interface EnvironmentContext {
  /** Absolute path of the folder in which commands run. */
  readonly cwd?: string;
  /** When a person is asked before a command runs. */
  readonly approvalPolicy?: "untrusted" | "on-failure" | "on-request" | "never";
  /** What commands may touch, in files and on the network. */
  readonly sandbox?: Sandbox;
  /** Name of the shell, such as `zsh`. */
  readonly shell?: string;
  /** As `YYYY-MM-DD`. */
  readonly currentDate?: string;
  /** As `Europe/Berlin`. */
  readonly timezone?: string;
}

/** The tag around an environment, by which its messages are told apart. */
const TAG = "environment_context";

/** Returns an environment as a model is told it, in XML whose elements have a fixed order. */
export function renderEnvironment(environment: EnvironmentContext): string {
  const { cwd, approvalPolicy, sandbox, shell, currentDate, timezone } = environment;
  const lines = [
    ...element("cwd", cwd),
    ...element("approval_policy", approvalPolicy),
    ...(sandbox === undefined ? [] : renderSandbox(sandbox)),
    ...element("shell", shell),
    ...element("current_date", currentDate),
    ...element("timezone", timezone),
  ];
  return [`<${TAG}>`, ...lines.map((line) => `  ${line}`), `</${TAG}>`].join("\n");
}

function element(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`<${name}>${escapeMarkup(value)}</${name}>`];
}

function renderSandbox(sandbox: Sandbox): readonly string[] {
  const hasNetwork = sandbox.mode === "danger-full-access" ||
    (sandbox.mode === "workspace-write" && sandbox.networkAccess);
  const roots = sandbox.mode === "workspace-write" ? sandbox.writableRoots : [];
  return [
    ...element("sandbox_mode", sandbox.mode),
    ...element("network_access", hasNetwork ? "enabled" : "restricted"),
    ...(roots.length === 0 ? [] : [
      "<writable_roots>",
      ...roots.flatMap((root) => element("root", root)).map((line) => `  ${line}`),
      "</writable_roots>",
    ]),
  ];
}

/**
 * Returns what of an environment is another than the model was last told; undefined when nothing is. The shell is not
 * looked at. What a sandbox allows is told together, as roots that are gone would not show.
 */
export function changedEnvironment(
  told: EnvironmentContext,
  now: EnvironmentContext,
): EnvironmentContext | undefined {
  const { shell: _, ...compared } = now;
  const names = Object.keys(compared) as (keyof typeof compared)[];
  const tell = (name: keyof EnvironmentContext, { [name]: value }: EnvironmentContext) =>
    renderEnvironment({ [name]: value });
  const changed = names.filter((name) => tell(name, told) !== tell(name, now));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}
