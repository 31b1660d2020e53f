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

/** A conversation. */
export interface History {
  /** Oldest first. */
  readonly items: readonly HistoryItem[];
  /**
   * The environment in the last message to the model; absent when the next turn must send all of
   * it.
   */
  readonly baseline?: EnvironmentContext;
}

/** The messages before the first message of the user. */
export interface InitialContext {
  /** Instructions of the host itself. */
  readonly developer?: string;
  /** The message with the AGENTS.md files of the project. */
  readonly instructions?: string;
  /** The environment of the agent. */
  readonly environment: EnvironmentContext;
}

/**
 * Returns the first items of a conversation: those of the host, the project and the environment.
 */
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
 * Returns a history with the start of a turn: the whole initial context without a baseline, else
 * the changes of the environment, if any.
 */
export function enterTurn({ items, baseline }: History, context: InitialContext): History {
  const { environment } = context;
  if (baseline === undefined) {
    return { items: [...items, ...initialItems(context)], baseline: environment };
  }
  const changed = changedEnvironment(baseline, environment);
  const update = changed === undefined ? [] : [toMessageItem("user", renderEnvironment(changed))];
  return { items: [...items, ...update], baseline: environment };
}

/**
 * Factor for the limit of a recorded output, from Codex: an output that was cut before, and then
 * wrapped in other text, is not cut again.
 */
export const RECORDING_SLACK = 1.2;

/** Options of {@link recordItems}. */
export interface RecordOptions {
  /** Limit of an output. @default DEFAULT_TRUNCATION */
  readonly policy?: TruncationPolicy;
  /** Factor for the limit: see {@link RECORDING_SLACK}. @default 1 */
  readonly slack?: number;
}

/**
 * Returns a history with further items. Outputs of tools are cut; system messages and unknown items
 * are not recorded.
 *
 * @throws {RangeError} When the policy's limit is not a number or below 0.
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
 * Returns the items before the last turns of a history, or before the first turn when it has fewer.
 * The result has no baseline, so that the next turn sends the whole context.
 *
 * @param turns A whole number; none are dropped for 0 and below.
 */
export function dropLastUserTurns(history: History, turns: number): History {
  const starts = history.items.flatMap((item, index) => isUserTurn(item) ? [index] : []);
  if (turns <= 0 || starts.length === 0) return history;
  return { items: history.items.slice(0, starts[Math.max(0, starts.length - turns)]) };
}

/** The line above the summary of a compacted conversation. */
export const SUMMARY_PREFIX: string =
  "This conversation went on for longer than fits here. Another model has left this summary of it: go on from " +
  "there, and do nothing again that is done.";

/** Returns a summary as the message that replaces a conversation. */
export function renderSummary(summary: string): string {
  return `${SUMMARY_PREFIX}\n${summary.trim() === "" ? "(no summary available)" : summary}`;
}

/**
 * Returns true for a message that the user has written, and false for instructions, environments,
 * summaries and context of dossier, which hosts send as user messages.
 */
export function isUserTurn(item: HistoryItem): item is MessageItem {
  if (item.kind !== "message" || item.role !== "user") return false;
  const text = messageText(item);
  const own = stripHookBlocks(text);
  return !isHostText(text) && !isHostSummary(text) && !text.startsWith(`${SUMMARY_PREFIX}\n`) &&
    (own === text || own.trim() !== "");
}

/** Returns the user's own text of a message, without context of dossier. */
export function userText(item: MessageItem): string {
  return stripHookBlocks(messageText(item));
}

/** The permissions of an agent's commands. */
export type Sandbox =
  | { readonly mode: "read-only" }
  | {
    readonly mode: "workspace-write";
    readonly networkAccess: boolean;
    /** Absolute paths. */
    readonly writableRoots: readonly string[];
  }
  | { readonly mode: "danger-full-access" };

/** The environment and the permissions of an agent. Absent fields are not sent. */
export interface EnvironmentContext {
  /** Absolute path of the folder in which commands run. */
  readonly cwd?: string;
  /** The rule for asking a person before a command runs. */
  readonly approvalPolicy?: "untrusted" | "on-failure" | "on-request" | "never";
  /** The files and the network that commands may use. */
  readonly sandbox?: Sandbox;
  /** Name of the shell, such as `zsh`. */
  readonly shell?: string;
  /** As `YYYY-MM-DD`. */
  readonly currentDate?: string;
  /** As `Europe/Berlin`. */
  readonly timezone?: string;
}

/** The tag around an environment, which identifies its messages. */
const TAG = "environment_context";

/** Returns an environment as XML for a model; the elements have a fixed order. */
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
 * Returns the fields of an environment that changed; undefined when none did. The shell is ignored.
 * The fields of a sandbox are sent together, as a removed root would not show otherwise.
 */
export function changedEnvironment(
  previous: EnvironmentContext,
  now: EnvironmentContext,
): EnvironmentContext | undefined {
  const { shell: _, ...compared } = now;
  const names = Object.keys(compared) as (keyof typeof compared)[];
  const format = (name: keyof EnvironmentContext, { [name]: value }: EnvironmentContext) =>
    renderEnvironment({ [name]: value });
  const changed = names.filter((name) => format(name, previous) !== format(name, now));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}
