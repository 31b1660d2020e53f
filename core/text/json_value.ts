/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A mapping that JSON can hold. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Levels of conditions and values that are looked into; people write fewer than ten. */
export const MAX_JSON_DEPTH = 1000;

/** Characters of a value that a sentence shows. */
const SHOWN_CHARACTERS = 60;

const INDEX_REGEXP = /^(?:0|[1-9]\d*)$/;

/** Returns whether a value is a mapping, with keys of its own. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a value that is a mapping; an empty one in place of any other. */
export function asJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns the mapping that a text is in JSON; undefined for any other text. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether JSON can hold a value of at most 1,000 levels: no dates, no numbers without end, and
 * nothing that holds itself, all of which YAML can make.
 */
export function isJsonValue(value: unknown): value is JsonValue {
  const whole = new Set<unknown>();
  const isWhole = (one: unknown, depth: number): boolean => {
    if (typeof one === "number") return Number.isFinite(one);
    if (one === null || typeof one === "string" || typeof one === "boolean") return true;
    if (typeof one !== "object" || depth > MAX_JSON_DEPTH) return false;
    if (whole.has(one)) return true;
    const prototype = Object.getPrototypeOf(one);
    const isPlain = Array.isArray(one) || prototype === Object.prototype || prototype === null;
    if (!isPlain || !Object.values(one).every((each) => isWhole(each, depth + 1))) return false;
    whole.add(one);
    return true;
  };
  return isWhole(value, 1);
}

/**
 * Returns what stands at a path of keys and places of lists (0-based), joined by dots; null when nothing
 * does, and all of `facts` for the empty path.
 */
export function findJson(facts: JsonValue, path: string): JsonValue {
  if (path === "") return facts;
  let found: JsonValue | undefined = facts;
  for (const name of path.split(".")) {
    const isThere: boolean = Array.isArray(found)
      ? INDEX_REGEXP.test(name)
      : isJsonObject(found) && Object.hasOwn(found, name);
    found = isThere ? (found as JsonObject)[name] : undefined;
    if (found === undefined) return null;
  }
  return found;
}

/** Returns whether two values are the same, however deep they are; the order of keys does not count. */
export function isEqualJson(one: JsonValue, other: JsonValue): boolean {
  const pairs: [JsonValue, JsonValue][] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const entries = Object.entries(a);
    if (entries.length !== Object.keys(b).length) return false;
    for (const [key, value] of entries) {
      if (!Object.hasOwn(b, key)) return false;
      pairs.push([value, (b as JsonObject)[key] ?? null]);
    }
  }
  return true;
}

/** Returns a value as text: a text as it is, none for null, lists and mappings as JSON. */
export function toJsonText(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (value === null) return "";
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return ""; // Thousands of levels deep: the stack does not hold it.
  }
}

/** Returns the first characters of a value for a sentence, such as `3` or `"a"`. */
export function formatValue(value: unknown): string {
  if (value === undefined) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (isJsonObject(value)) return "a mapping";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
