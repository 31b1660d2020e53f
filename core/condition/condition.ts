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
 * What has to hold. Of several keys the first of `any`, `all`, `not` decides and the others are ignored;
 * without any of them a value is compared. One without keys always holds.
 */
export interface Condition {
  /** Holds when one of them does; never when there is none. */
  readonly any?: readonly Condition[];
  /** Holds when all of them do; always when there is none. */
  readonly all?: readonly Condition[];
  /** Holds when this does not. */
  readonly not?: Condition;
  /**
   * Which value is compared: keys and places of lists, joined by dots; all of the facts when empty.
   * @default ""
   */
  readonly path?: string;
  /** How it is compared, such as `eq`. One that does not exist never holds. @default "eq" */
  readonly op?: string;
  /** What it is compared with. @default null */
  readonly value?: JsonValue;
  /** Whether a text has a match of the pattern that `value` is, from {@link prepareCondition}. */
  readonly isMatch?: PatternTest;
}

type Operator = (actual: JsonValue, expected: JsonValue, asking: MatchContext) => boolean;

/** What a value is compared by, and how much is looked at. */
interface MatchContext {
  readonly isMatch: PatternTest;
  readonly limit: StepLimit;
}

/** Returns an operator on two numbers or two texts; of texts the code units decide. */
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

/** Returns a value as text, which will be looked at. */
function toText(value: JsonValue, limit: StepLimit): string {
  const text = toJsonText(value);
  limit.add(text.length);
  return text;
}

/** Steps that comparing an entry of a list or mapping takes. */
const ENTRY_STEPS = 10;

function isElement(value: JsonValue, list: JsonValue): boolean {
  return Array.isArray(list) && list.some((element) => isEqualJson(element, value));
}

/**
 * Returns whether a condition holds of facts; never throws for one that `parseCondition` returned. Patterns hold
 * only in one that `prepareCondition` returned.
 *
 * @param limit Counts the steps, of several conditions together where they share it.
 * @throws {ContextError} `invalid-hooks` when they are too many.
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

/** The keys of a condition, and what has to stand there. */
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
 * Returns a value as a condition; null and undefined always hold.
 *
 * @param value A parsed JSON or YAML value.
 * @param place Where it stands, for errors, such as `"hooks.yaml", hooks[2].condition`.
 * @throws {ContextError} `invalid-hooks` when a key is unknown or something of a wrong type, anywhere
 * in it, or it has more than 1,000 levels.
 */
export function parseCondition(value: unknown, place: string): Condition {
  if (value === null || value === undefined) return {};
  const waiting: { value: unknown; at: string; depth: number }[] = [{ value, at: place, depth: 1 }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { value, at, depth } = one;
    if (depth > MAX_JSON_DEPTH) refuse(place, `it must have at most ${MAX_JSON_DEPTH} levels`);
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

function checkEntry(key: string, entry: unknown, place: string): void {
  const wanted = KEYS.get(key);
  if (wanted === undefined) {
    const [nearest] = nearestNames(key, KEYS.keys(), { limit: 1 });
    const known = [...KEYS.keys()].map((name) => `"${name}"`).join(", ");
    const hint = nearest === undefined
      ? `the known keys are ${known}`
      : `did you mean "${nearest}"?`;
    refuse(place, `its key ${formatValue(key)} is unknown: ${hint}`);
  }
  const isRight = key === "any" || key === "all"
    ? Array.isArray(entry)
    : key === "not"
    ? isJsonObject(entry)
    : key === "value"
    ? isJsonValue(entry)
    : typeof entry === "string";
  if (!isRight) {
    refuse(place, `its "${key}" must be ${wanted}: current value is ${formatValue(entry)}`);
  }
}

function refuse(place: string, reason: string): never {
  throw new ContextError("invalid-hooks", `Cannot read the condition at ${place} as ${reason}`);
}

/** How a condition is made ready. */
export interface ConditionPreparation {
  readonly compile: CompilePattern;
  /** Where the condition stands, for warnings. */
  readonly place: string;
  /**
   * Takes a sentence for each part that never holds though it is written as it must be: an operator that does
   * not exist, a regular expression that is none, and `in` without a list.
   */
  readonly warn: (sentence: string) => void;
}

/** Returns a condition with its patterns compiled; one that is none never holds. */
export async function prepareCondition(
  condition: Condition,
  preparation: ConditionPreparation,
): Promise<Condition> {
  const { any, all, not } = condition;
  const { compile, place, warn } = preparation;
  const prepareAt = (one: Condition, at: string) =>
    prepareCondition(one, { ...preparation, place: `${place}.${at}` });
  const children = any ?? all;
  if (children !== undefined) {
    const key = any === undefined ? "all" : "any";
    const prepared: Condition[] = [];
    for (const [i, one] of children.entries()) prepared.push(await prepareAt(one, `${key}[${i}]`));
    return { ...condition, [key]: prepared };
  }
  if (not !== undefined) return { ...condition, not: await prepareAt(not, "not") };
  const fault = findFault(condition);
  if (fault !== undefined) warn(`The condition at ${place} is never true as ${fault}`);
  const { op, value } = condition;
  if (op !== "regex" || typeof value !== "string") return condition;
  try {
    return { ...condition, isMatch: await compile(value) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const reason = `is not a valid regular expression: ${error.message}`;
    warn(`The condition at ${place} is never true as ${formatValue(value)} ${reason}`);
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
