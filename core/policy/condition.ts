import { nearestNames } from "../query/nearest_names.ts";
import {
  findJson,
  isEqualJson,
  isJsonObject,
  isJsonValue,
  type JsonValue,
  MAX_JSON_DEPTH,
  tellValue,
  toJsonText,
} from "./json_value.ts";
import { compileLinearRegexp } from "./linear_regexp.ts";
import { PolicyError } from "./policy_error.ts";

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
}

type Operator = (actual: JsonValue, expected: JsonValue) => boolean;

/** Returns an operator on two numbers or two texts; of texts the code units decide. */
function ordering(holds: (order: number) => boolean): Operator {
  return (actual, expected) => {
    const isComparable = typeof actual === typeof expected &&
      (typeof actual === "number" || typeof actual === "string");
    return isComparable && holds(actual! < expected! ? -1 : actual! > expected! ? 1 : 0);
  };
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["eq", isEqualJson],
  ["ne", (actual, expected) => !isEqualJson(actual, expected)],
  ["gt", ordering((order) => order > 0)],
  ["gte", ordering((order) => order >= 0)],
  ["lt", ordering((order) => order < 0)],
  ["lte", ordering((order) => order <= 0)],
  ["in", (actual, expected) => isElement(actual, expected)],
  [
    "contains",
    (actual, expected) =>
      actual !== null &&
      (isElement(expected, actual) || toJsonText(actual).includes(toJsonText(expected))),
  ],
  ["regex", matchesPattern],
  ["exists", (actual) => actual !== null],
]);

function isElement(value: JsonValue, list: JsonValue): boolean {
  return Array.isArray(list) && list.some((element) => isEqualJson(element, value));
}

function matchesPattern(actual: JsonValue, expected: JsonValue): boolean {
  if (actual === null || typeof expected !== "string") return false;
  return compileOnce(expected)(toJsonText(actual));
}

/** Most patterns that are kept; a project has a few dozen. */
const MAX_COMPILED = 256;

/** Patterns as they were compiled: the same hooks are asked of every profile. */
const COMPILED = new Map<string, (text: string) => boolean>();

/** Returns the test of a pattern; one that is none finds nothing, which `findConditionFaults` tells. */
function compileOnce(pattern: string): (text: string) => boolean {
  const known = COMPILED.get(pattern);
  if (known !== undefined) return known;
  if (COMPILED.size >= MAX_COMPILED) COMPILED.clear();
  let matches: (text: string) => boolean = () => false;
  try {
    matches = compileLinearRegexp(pattern);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  COMPILED.set(pattern, matches);
  return matches;
}

/** Returns whether a condition holds of facts; never throws for one that `checkCondition` returned. */
export function matchesCondition(condition: Condition, facts: JsonValue): boolean {
  const { any, all, not } = condition;
  if (any !== undefined) return any.some((one) => matchesCondition(one, facts));
  if (all !== undefined) return all.every((one) => matchesCondition(one, facts));
  if (not !== undefined) return !matchesCondition(not, facts);
  if (Object.keys(condition).length === 0) return true;
  const { path = "", op = "eq", value = null } = condition;
  return OPERATORS.get(op)?.(findJson(facts, path), value) ?? false;
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
  } satisfies Record<keyof Condition, string>,
));

/**
 * Returns a value as a condition; null and undefined always hold.
 *
 * @param value A parsed JSON or YAML value.
 * @param place Where it stands, for errors, such as `"hooks.yaml", hooks[2].condition`.
 * @throws {PolicyError} `invalid-hooks` when a key is unknown or something of a wrong type, anywhere
 * in it, or it has more than 1,000 levels.
 */
export function checkCondition(value: unknown, place: string): Condition {
  if (value === null || value === undefined) return {};
  const waiting: { value: unknown; at: string; depth: number }[] = [{ value, at: place, depth: 1 }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { value, at, depth } = one;
    if (depth > MAX_JSON_DEPTH) refuse(place, `it must have at most ${MAX_JSON_DEPTH} levels`);
    if (!isJsonObject(value)) {
      refuse(at, `it must be a mapping: current value is ${tellValue(value)}`);
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
    const hint = nearest === undefined ? `known are ${known}` : `did you mean "${nearest}"?`;
    refuse(place, `it has no key ${tellValue(key)}: ${hint}`);
  }
  const isRight = key === "any" || key === "all"
    ? Array.isArray(entry)
    : key === "not"
    ? isJsonObject(entry)
    : key === "value"
    ? isJsonValue(entry)
    : typeof entry === "string";
  if (!isRight) {
    refuse(place, `its "${key}" must be ${wanted}: current value is ${tellValue(entry)}`);
  }
}

function refuse(place: string, reason: string): never {
  throw new PolicyError("invalid-hooks", `Cannot read the condition at ${place} as ${reason}`);
}

/**
 * Returns a sentence for each part of a condition that never holds though it is written as it must be: an
 * operator that does not exist, a regular expression that is none, and `in` without a list.
 */
export function findConditionFaults(condition: Condition, place: string): readonly string[] {
  const { any, all, not, op = "eq", value = null } = condition;
  const children = any ?? all;
  if (children !== undefined) {
    const key = any === undefined ? "all" : "any";
    return children.flatMap((one, i) => findConditionFaults(one, `${place}.${key}[${i}]`));
  }
  if (not !== undefined) return findConditionFaults(not, `${place}.not`);
  const fault = findComparisonFault(op, value);
  return fault === undefined ? [] : [`The condition at ${place} never holds as ${fault}`];
}

function findComparisonFault(op: string, value: JsonValue): string | undefined {
  if (!OPERATORS.has(op)) {
    const known = [...OPERATORS.keys()].join(", ");
    return `there is no operator ${tellValue(op)}: known are ${known}`;
  }
  if (op === "in" && !Array.isArray(value)) {
    return `"in" needs a list: current value is ${tellValue(value)}`;
  }
  if (op !== "regex") return undefined;
  if (typeof value !== "string") {
    return `"regex" needs a text: current value is ${tellValue(value)}`;
  }
  try {
    compileLinearRegexp(value);
    return undefined;
  } catch (error) {
    return `${tellValue(value)} cannot be used as a regular expression: ${
      (error as Error).message
    }`;
  }
}
