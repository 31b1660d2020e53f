import { nearestNames } from "../query/nearest_names.ts";
import {
  findJsonValue,
  formatValue,
  isEqualJson,
  isJsonObject,
  isJsonValue,
  type JsonValue,
  MAX_JSON_DEPTH,
  toJsonText,
} from "../text/json_value.ts";
import { type CompilePattern, type PatternTest, StepLimit } from "./step_limit.ts";
import { ContextError } from "../errors.ts";

/**
 * Condition on facts. With several keys the first of `any`, `all`, `not` decides and the others are
 * ignored; without any of them a value is compared. A condition without keys always holds.
 */
export interface Condition {
  /** Holds when at least one of them holds; an empty list never holds. */
  readonly any?: readonly Condition[];
  /** Holds when all of them hold; an empty list always holds. */
  readonly all?: readonly Condition[];
  /** Holds when this condition does not. */
  readonly not?: Condition;
  /**
   * Path of the compared value: keys and indexes of lists, joined by dots; all facts when empty.
   *
   * @default ""
   */
  readonly path?: string;
  /** Operator, such as `eq`. An unknown operator never holds. @default "eq" */
  readonly op?: string;
  /** Value that it is compared with. @default null */
  readonly value?: JsonValue;
  /** Returns true when a text matches the pattern in `value`; set by {@link prepareCondition}. */
  readonly isMatch?: PatternTest;
}

type Operator = (actual: JsonValue, expected: JsonValue, asking: MatchContext) => boolean;

/** Pattern and limit for the comparison of a value. */
interface MatchContext {
  readonly isMatch: PatternTest;
  readonly limit: StepLimit;
}

/** Returns an operator on two numbers or two texts; texts are compared by code units. */
function createOrderOperator(holds: (order: number) => boolean): Operator {
  return (actual, expected) => {
    const isComparable = typeof actual === typeof expected &&
      (typeof actual === "number" || typeof actual === "string");
    return isComparable && holds(actual! < expected! ? -1 : actual! > expected! ? 1 : 0);
  };
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["eq", isEqualJson],
  ["ne", (actual, expected) => !isEqualJson(actual, expected)],
  ["gt", createOrderOperator((order) => order > 0)],
  ["gte", createOrderOperator((order) => order >= 0)],
  ["lt", createOrderOperator((order) => order < 0)],
  ["lte", createOrderOperator((order) => order <= 0)],
  ["in", (actual, expected) => isElement(actual, expected)],
  [
    "contains",
    (actual, expected, { limit }) =>
      actual !== null &&
      (isElement(expected, actual) || toText(actual, limit).includes(toText(expected, limit))),
  ],
  [
    "regex",
    (actual, _, { isMatch, limit }) => {
      if (actual === null) return false;
      const text = toJsonText(actual);
      limit.addSearch(text.length, isMatch);
      return isMatch(text);
    },
  ],
  ["exists", (actual) => actual !== null],
]);

/** Returns a value as text, whose characters count as steps. */
function toText(value: JsonValue, limit: StepLimit): string {
  const text = toJsonText(value);
  limit.add(text.length);
  return text;
}

/** Number of steps for comparing an entry of a list or mapping. */
const ENTRY_STEPS = 10;

function isElement(value: JsonValue, list: JsonValue): boolean {
  return Array.isArray(list) && list.some((element) => isEqualJson(element, value));
}

/**
 * Returns true when facts meet a condition; never throws for one that `parseCondition` returned.
 * Patterns match only in a condition that `prepareCondition` returned.
 *
 * @param limit Counter of the steps, which several conditions may share.
 * @throws {ContextError} `invalid-hooks` when there are too many steps.
 */
export function matchesCondition(
  condition: Condition,
  facts: JsonValue,
  limit: StepLimit = new StepLimit("invalid-hooks", "the conditions of hooks"),
): boolean {
  const { any, all, not } = condition;
  const matches = (one: Condition) => matchesCondition(one, facts, limit);
  if (any !== undefined) return any.some(matches);
  if (all !== undefined) return all.every(matches);
  if (not !== undefined) return !matches(not);
  if (Object.keys(condition).length === 0) return true;
  const { path = "", op = "eq", value = null, isMatch = () => false } = condition;
  const actual = findJsonValue(facts, path);
  if (typeof actual === "object" && actual !== null) {
    limit.add(ENTRY_STEPS * Object.keys(actual).length);
  }
  return OPERATORS.get(op)?.(actual, value, { isMatch, limit }) ?? false;
}

/** Keys of a condition, and the required values. */
const KEYS: ReadonlyMap<string, string> = new Map(Object.entries(
  {
    any: "a list of conditions",
    all: "a list of conditions",
    not: "a condition",
    path: "text",
    op: "text",
    value: "a value of JSON",
  } satisfies Record<Exclude<keyof Condition, "isMatch">, string>,
));

/**
 * Returns a value as a condition; null and undefined become a condition that always holds.
 *
 * @param value A parsed JSON or YAML value.
 * @param location Location of the value, for errors, such as `"hooks.yaml", hooks[2].condition`.
 * @throws {ContextError} `invalid-hooks` when a key is unknown or a value has a wrong type,
 * anywhere in it, or it has more than 1,000 levels.
 */
export function parseCondition(value: unknown, location: string): Condition {
  if (value === null || value === undefined) return {};
  const waiting: { value: unknown; at: string; depth: number }[] = [{
    value,
    at: location,
    depth: 1,
  }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { value, at, depth } = one;
    if (depth > MAX_JSON_DEPTH) refuse(location, `it must have at most ${MAX_JSON_DEPTH} levels`);
    if (!isJsonObject(value)) {
      refuse(at, `it must be a mapping: current value is ${formatValue(value)}`);
    }
    for (const [key, entry] of Object.entries(value)) {
      checkEntry(key, entry, at);
      if (key === "not") waiting.push({ value: entry, at: `${at}.not`, depth: depth + 1 });
      if (key !== "any" && key !== "all") continue;
      const children = entry as readonly unknown[];
      for (const [i, child] of children.entries()) {
        waiting.push({ value: child, at: `${at}.${key}[${i}]`, depth: depth + 1 });
      }
    }
  }
  return value as Condition;
}

function checkEntry(key: string, entry: unknown, location: string): void {
  const required = KEYS.get(key);
  if (required === undefined) {
    const [nearest] = nearestNames(key, KEYS.keys(), { limit: 1 });
    const known = [...KEYS.keys()].map((name) => `"${name}"`).join(", ");
    const hint = nearest === undefined
      ? `the known keys are ${known}`
      : `did you mean "${nearest}"?`;
    refuse(location, `its key ${formatValue(key)} is unknown: ${hint}`);
  }
  const isRight = key === "any" || key === "all"
    ? Array.isArray(entry)
    : key === "not"
    ? isJsonObject(entry)
    : key === "value"
    ? isJsonValue(entry)
    : typeof entry === "string";
  if (!isRight) {
    refuse(location, `its "${key}" must be ${required}: current value is ${formatValue(entry)}`);
  }
}

function refuse(location: string, reason: string): never {
  throw new ContextError("invalid-hooks", `Cannot read the condition at ${location} as ${reason}`);
}

/** Options of {@link prepareCondition}. */
export interface ConditionPreparation {
  readonly compile: CompilePattern;
  /** Location of the condition, for warnings. */
  readonly location: string;
  /**
   * Receives a sentence for each part that is valid but never holds: an unknown operator, an
   * invalid regular expression, and `in` without a list.
   */
  readonly warn: (sentence: string) => void;
}

/** Returns a condition with its patterns compiled; an invalid pattern never holds. */
export async function prepareCondition(
  condition: Condition,
  preparation: ConditionPreparation,
): Promise<Condition> {
  const { any, all, not } = condition;
  const { compile, location, warn } = preparation;
  const prepareAt = (one: Condition, at: string) =>
    prepareCondition(one, { ...preparation, location: `${location}.${at}` });
  const children = any ?? all;
  if (children !== undefined) {
    const key = any === undefined ? "all" : "any";
    const prepared: Condition[] = [];
    for (const [i, one] of children.entries()) prepared.push(await prepareAt(one, `${key}[${i}]`));
    return { ...condition, [key]: prepared };
  }
  if (not !== undefined) return { ...condition, not: await prepareAt(not, "not") };
  const fault = findFault(condition);
  if (fault !== undefined) warn(`The condition at ${location} is never true as ${fault}`);
  const { op, value } = condition;
  if (op !== "regex" || typeof value !== "string") return condition;
  try {
    return { ...condition, isMatch: await compile(value) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = `is not a valid regular expression: ${error.message}`;
    warn(`The condition at ${location} is never true as ${formatValue(value)} ${reason}`);
    return condition;
  }
}

function findFault({ op = "eq", value = null }: Condition): string | undefined {
  if (!OPERATORS.has(op)) {
    const known = [...OPERATORS.keys()].join(", ");
    return `there is no operator ${formatValue(op)}: the operators are ${known}`;
  }
  if (op === "in" && !Array.isArray(value)) {
    return `the value of "in" must be a list: current value is ${formatValue(value)}`;
  }
  if (op === "regex" && typeof value !== "string") {
    return `the value of "regex" must be text: current value is ${formatValue(value)}`;
  }
  return undefined;
}
