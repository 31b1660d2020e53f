import {
  type CompilePattern,
  type Condition,
  matchesCondition,
  prepareCondition,
  StepLimit,
} from "@dossier/core/condition";
import { isJsonObject, type JsonObject, type JsonValue, tellValue } from "@dossier/core/json";
import { present } from "@dossier/core/present";
import { type HookedAction, isEditingTool, pathOfAction, textOfAction } from "./hooked_action.ts";
import { openHookMatcher } from "./hook_configuration.ts";

/** On what a rule looks. */
const RULE_EVENTS: readonly ActionRule["event"][] = ["bash", "file", "stop", "prompt", "all"];

/** A rule of a project for what agents do: a Markdown file whose body is the message. */
export interface ActionRule {
  /** What people are told it is called. */
  readonly name: string;
  /** What it looks at: commands of a shell, edits of files, the end of a turn, prompts, or all of these. */
  readonly event: "bash" | "file" | "stop" | "prompt" | "all";
  /** Whether the message is only told, or what the agent is about to do is refused as well. */
  readonly action: "warn" | "block";
  /** Tools that it is for, by name with `|` between them. @default all */
  readonly toolMatcher?: string | undefined;
  /** What has to hold of what the agent does; its patterns are compiled when it is asked. */
  readonly condition: Condition;
  /** What the agent is told. */
  readonly message: string;
}

/** A rule, or why there is none. */
export type RuleReading =
  | { readonly kind: "rule"; readonly rule: ActionRule }
  | {
    readonly kind: "none";
    /** Half a sentence with the mend; absent for one that is switched off. */
    readonly reason?: string;
  };

/** Which field a rule's `pattern` is compared with, where it has no `conditions`. */
const PATTERN_FIELDS: Readonly<Record<ActionRule["event"], string>> = {
  bash: "command",
  file: "new_text",
  stop: "content",
  prompt: "content",
  all: "content",
};

/** Characters of a regular expression that mean themselves behind a backslash only. */
const SPECIAL_REGEXP = /[\\^$.*+?()[\]{}|]/g;

type RuleOperator = (path: string, value: string) => Condition;

/** What holds of a field, by the name of the operator. A field that is missing never does. */
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
 * Reads the rule of a file as the plugin hookify of Claude Code has them. All of its conditions must hold, and one
 * without any never matches.
 *
 * @param fields The front matter, parsed; undefined without one.
 * @param body The text below it.
 */
export function readActionRule(fields: unknown, body: string): RuleReading {
  if (!isJsonObject(fields)) {
    return none(
      'it has no front matter: begin it with "---" and write name, event and pattern below',
    );
  }
  if (fields.enabled === false) return { kind: "none" };
  const { name = "unnamed", event = "all", action = "warn", tool_matcher: toolMatcher } = fields;
  if (typeof name !== "string") {
    return none(`its "name" must be text: current value is ${tellValue(name)}`);
  }
  if (!isOneOf(RULE_EVENTS, event)) {
    return none(
      `its "event" must be ${RULE_EVENTS.join(", ")}: current value is ${tellValue(event)}`,
    );
  }
  if (!isOneOf(["warn", "block"], action)) {
    return none(`its "action" must be warn or block: current value is ${tellValue(action)}`);
  }
  const condition = readConditions(fields, PATTERN_FIELDS[event]);
  if (typeof condition === "string") return none(condition);
  const tools = typeof toolMatcher === "string" ? toolMatcher : undefined;
  const rule = { name, event, action, toolMatcher: tools, condition, message: body.trim() };
  return { kind: "rule", rule: present(rule) };
}

function none(reason: string): RuleReading {
  return { kind: "none", reason };
}

function isOneOf<const Name extends string>(
  names: readonly Name[],
  value: JsonValue,
): value is Name {
  return names.some((name) => name === value);
}

/** Returns what has to hold, or half a sentence on what is wrong. */
function readConditions({ pattern, conditions }: JsonObject, field: string): Condition | string {
  const list = conditions ?? (pattern === undefined ? [] : [{ field, pattern }]);
  if (!Array.isArray(list)) {
    return `its "conditions" must be a list: current value is ${tellValue(list)}`;
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
      return `there is no operator ${tellValue(operator)}: known are ${known}`;
    }
    all.push(make(path, String(value)));
  }
  return { all };
}

function toFields(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** What the rules say of an action. */
export interface RuleVerdict {
  /** `block` when one of them does. */
  readonly action: ActionRule["action"];
  /** Names of the rules that are told: those that block, or else all that match. */
  readonly names: readonly string[];
  /** Their messages, each below its name. */
  readonly message: string;
}

/**
 * Returns what the rules say of an action; undefined when none of them matches. Where one blocks, only those that do
 * are told.
 *
 * @param options.compile Compiles the patterns of those rules that are for such an action.
 * @param options.warn Takes a sentence for each pattern that is none; its rule does not match.
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
    if (!await isFor(rule, action)) continue;
    const place = `rule "${rule.name}"`;
    const condition = await prepareCondition(rule.condition, { compile: limited, place, warn });
    if (matchesCondition(condition, facts, steps)) matching.push(rule);
  }
  const blocking = matching.filter((rule) => rule.action === "block");
  const told = blocking.length > 0 ? blocking : matching;
  if (told.length === 0) return undefined;
  return {
    action: told[0]!.action,
    names: told.map(({ name }) => name),
    message: told.map(({ name, message }) => `**[${name}]**\n${message}`).join("\n\n"),
  };
}

async function isFor({ event, toolMatcher }: ActionRule, action: HookedAction): Promise<boolean> {
  const { event: occasion, toolName } = action;
  const isOfEvent = event === "all" || {
    bash: toolName === "Bash",
    file: isEditingTool(toolName),
    stop: occasion === "Stop" || occasion === "SubagentStop",
    prompt: occasion === "UserPromptSubmit",
  }[event];
  if (!isOfEvent || toolMatcher === undefined || toolMatcher === "*") return isOfEvent;
  // Names only, as hookify has it: a pattern is taken for a name that no tool has.
  const matches = await openHookMatcher(toolMatcher, () => Promise.resolve(() => false));
  return matches(toolName ?? "");
}

/** Returns what a rule may name of an action: the input of the tool, and what several names stand for. */
function listFacts(action: HookedAction): JsonObject {
  const { toolInput, toolName, prompt, reason } = action;
  const text = textOfAction(action);
  return present({
    ...toolInput,
    tool_name: toolName,
    file_path: pathOfAction(action),
    new_text: text,
    new_string: text,
    old_text: toolInput?.old_string,
    content: text ?? prompt ?? reason ?? toolInput?.command,
    prompt,
    user_prompt: prompt,
    reason,
  }) as JsonObject;
}
