import {
  type CompilePattern,
  type Condition,
  matchesCondition,
  prepareCondition,
  StepLimit,
} from "@dossier/core/condition";
import { formatValue, isJsonObject, type JsonObject, type JsonValue } from "@dossier/core/json";
import { omitUndefined } from "@dossier/core/omit-undefined";
import {
  findActionPath,
  findActionText,
  type HookedAction,
  isEditingTool,
} from "./hooked_action.ts";
import { openHookMatcher } from "./hook_configuration.ts";

/** The events of rules. */
const RULE_EVENTS: readonly ActionRule["event"][] = ["bash", "file", "stop", "prompt", "all"];

/** A rule of a project for the actions of agents: a Markdown file whose body is the message. */
export interface ActionRule {
  /** Name that is shown to people. */
  readonly name: string;
  /**
   * The actions that it applies to: shell commands, file edits, the end of a turn, prompts, or all
   * of these.
   */
  readonly event: "bash" | "file" | "stop" | "prompt" | "all";
  /** `warn` only shows the message; `block` also rejects the action. */
  readonly action: "warn" | "block";
  /** Names of tools, separated by `|`. @default all */
  readonly toolMatcher?: string | undefined;
  /** Condition on the action; its patterns are compiled when it is checked. */
  readonly condition: Condition;
  /** Message for the agent. */
  readonly message: string;
}

/** A rule, or the reason why there is none. */
export type RuleResult =
  | { readonly kind: "rule"; readonly rule: ActionRule }
  | {
    readonly kind: "none";
    /** Half a sentence with the fix; absent for a disabled rule. */
    readonly reason?: string;
  };

/** The field that a rule's `pattern` applies to, without `conditions`. */
const PATTERN_FIELDS: Readonly<Record<ActionRule["event"], string>> = {
  bash: "command",
  file: "new_text",
  stop: "content",
  prompt: "content",
  all: "content",
};

/** Special characters of regular expressions. */
const SPECIAL_REGEXP = /[\\^$.*+?()[\]{}|]/g;

type RuleOperator = (path: string, value: string) => Condition;

/** The condition of each operator. A missing field never matches. */
const RULE_OPERATORS: ReadonlyMap<string, RuleOperator> = new Map<string, RuleOperator>([
  ["regex_match", (path, value) => ({ path, op: "regex", value: `(?i)${value}` })],
  ["contains", (path, value) => ({ path, op: "contains", value })],
  ["equals", (path, value) => ({ path, op: "eq", value })],
  ["not_contains", (path, value) => ({
    all: [{ path, op: "exists" }, { not: { path, op: "contains", value } }],
  })],
  ["starts_with", (path, value) => ({ path, op: "regex", value: `^${toLiteral(value)}` })],
  ["ends_with", (path, value) => ({ path, op: "regex", value: `${toLiteral(value)}$` })],
]);

function toLiteral(text: string): string {
  return text.replaceAll(SPECIAL_REGEXP, "\\$&");
}

/**
 * Reads the rule of a file in the format of Claude Code's plugin hookify. All of its conditions
 * must hold; a rule without conditions never matches.
 *
 * @param fields The parsed front matter; undefined without one.
 * @param body The text below it.
 */
export function readActionRule(fields: unknown, body: string): RuleResult {
  if (!isJsonObject(fields)) {
    return noRule(
      'it has no front matter: begin it with "---" and write name, event and pattern below',
    );
  }
  if (fields.enabled === false) return { kind: "none" };
  const { name = "unnamed", event = "all", action = "warn", tool_matcher: toolMatcher } = fields;
  if (typeof name !== "string") {
    return noRule(`its "name" must be text: current value is ${formatValue(name)}`);
  }
  if (!isOneOf(RULE_EVENTS, event)) {
    return noRule(
      `its "event" must be ${RULE_EVENTS.join(", ")}: current value is ${formatValue(event)}`,
    );
  }
  if (!isOneOf(["warn", "block"], action)) {
    return noRule(`its "action" must be warn or block: current value is ${formatValue(action)}`);
  }
  const condition = readConditions(fields, PATTERN_FIELDS[event]);
  if (typeof condition === "string") return noRule(condition);
  const tools = typeof toolMatcher === "string" ? toolMatcher : undefined;
  const rule = { name, event, action, toolMatcher: tools, condition, message: body.trim() };
  return { kind: "rule", rule: omitUndefined(rule) };
}

function noRule(reason: string): RuleResult {
  return { kind: "none", reason };
}

function isOneOf<const Name extends string>(
  names: readonly Name[],
  value: JsonValue,
): value is Name {
  return names.some((name) => name === value);
}

/** Returns the condition, or half a sentence with the problem. */
function readConditions({ pattern, conditions }: JsonObject, field: string): Condition | string {
  const list = conditions ?? (pattern === undefined ? [] : [{ field, pattern }]);
  if (!Array.isArray(list)) {
    return `its "conditions" must be a list: current value is ${formatValue(list)}`;
  }
  if (list.length === 0) return 'it has no "pattern" and no "conditions": it would never match';
  const all: Condition[] = [];
  for (const one of list) {
    const { field: path, operator = "regex_match", pattern: value } = toFields(one);
    const isText = typeof value === "string" || typeof value === "number";
    if (typeof path !== "string" || typeof operator !== "string" || !isText) {
      return 'each of its "conditions" needs a "field" and a "pattern"';
    }
    const make = RULE_OPERATORS.get(operator);
    if (make === undefined) {
      const known = [...RULE_OPERATORS.keys()].join(", ");
      return `there is no operator ${formatValue(operator)}: the operators are ${known}`;
    }
    all.push(make(path, String(value)));
  }
  return { all };
}

function toFields(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The verdict of the rules on an action. */
export interface RuleVerdict {
  /** `block` when one of them blocks. */
  readonly action: ActionRule["action"];
  /** Names of the rules: those that block, or else all that match. */
  readonly names: readonly string[];
  /** Their messages, each below its name. */
  readonly message: string;
}

/**
 * Returns the verdict of the rules on an action; undefined when none matches. When one blocks, only
 * blocking rules are included.
 *
 * @param options.compile Compiles the patterns of the rules that apply.
 * @param options.warn Receives a sentence for each invalid pattern; its rule does not match.
 */
export async function matchRules(
  rules: readonly ActionRule[],
  action: HookedAction,
  { compile, warn = () => {} }: {
    readonly compile: CompilePattern;
    readonly warn?: (sentence: string) => void;
  },
): Promise<RuleVerdict | undefined> {
  const facts = listFacts(action);
  const matching: ActionRule[] = [];
  const steps = new StepLimit("invalid-hooks", "the conditions of rules");
  const limited = steps.limitCompile(compile);
  for (const rule of rules) {
    if (!await appliesTo(rule, action)) continue;
    const place = `rule "${rule.name}"`;
    const condition = await prepareCondition(rule.condition, {
      compile: limited,
      location: place,
      warn,
    });
    if (matchesCondition(condition, facts, steps)) matching.push(rule);
  }
  const blocking = matching.filter((rule) => rule.action === "block");
  const reported = blocking.length > 0 ? blocking : matching;
  if (reported.length === 0) return undefined;
  return {
    action: reported[0]!.action,
    names: reported.map(({ name }) => name),
    message: reported.map(({ name, message }) => `**[${name}]**\n${message}`).join("\n\n"),
  };
}

async function appliesTo(
  { event, toolMatcher }: ActionRule,
  action: HookedAction,
): Promise<boolean> {
  const { event: occasion, toolName } = action;
  const isOfEvent = event === "all" || {
    bash: toolName === "Bash",
    file: isEditingTool(toolName),
    stop: occasion === "Stop" || occasion === "SubagentStop",
    prompt: occasion === "UserPromptSubmit",
  }[event];
  if (!isOfEvent || toolMatcher === undefined || toolMatcher === "*") return isOfEvent;
  // Only names, as in hookify: a pattern counts as the name of a tool that does not exist.
  const matches = await openHookMatcher(toolMatcher, () => Promise.resolve(() => false));
  return matches(toolName ?? "");
}

/** Returns the facts of an action for rules: the input of the tool, and combined fields. */
function listFacts(action: HookedAction): JsonObject {
  const { toolInput, toolName, prompt, reason } = action;
  const text = findActionText(action);
  return omitUndefined({
    ...toolInput,
    tool_name: toolName,
    file_path: findActionPath(action),
    new_text: text,
    new_string: text,
    old_text: toolInput?.old_string,
    content: text ?? prompt ?? reason ?? toolInput?.command,
    prompt,
    user_prompt: prompt,
    reason,
  }) as JsonObject;
}
