/** Value that JSON can represent. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Mapping that JSON can represent. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Maximum number of levels of conditions and values that are read; people write fewer than ten. */
export const MAX_JSON_DEPTH = 1000;

/** Maximum number of characters of a value that a message shows. */
const SHOWN_CHARACTERS = 60;

const INDEX_REGEXP = /^(?:0|[1-9]\d*)$/;

/** Returns true for a mapping. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a mapping as it is; an empty mapping in place of any other value. */
export function asJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns the mapping that a JSON text represents; undefined for any other text. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns true when JSON can represent a value of at most 1,000 levels: without dates, infinite
 * numbers and cycles, all of which YAML can produce.
 */
export function isJsonValue(value: unknown): value is JsonValue {
  const checked = new Set<unknown>();
  const isValid = (one: unknown, depth: number): boolean => {
    if (typeof one === "number") return Number.isFinite(one);
    if (one === null || typeof one === "string" || typeof one === "boolean") return true;
    if (typeof one !== "object" || depth > MAX_JSON_DEPTH) return false;
    if (checked.has(one)) return true;
    const prototype = Object.getPrototypeOf(one);
    const isPlain = Array.isArray(one) || prototype === Object.prototype || prototype === null;
    if (!isPlain || !Object.values(one).every((each) => isValid(each, depth + 1))) return false;
    checked.add(one);
    return true;
  };
  return isValid(value, 1);
}

/**
 * Returns the value at a path of keys and list indexes (0-based), joined by dots; null without such
 * a value, and all of `facts` for the empty path.
 */
export function findJsonValue(facts: JsonValue, path: string): JsonValue {
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

/** Returns true when two values of any depth are equal; the order of keys does not matter. */
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

/**
 * Returns a value as text: a string as it is, the empty text for null, lists and mappings as JSON.
 */
export function toJsonText(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (value === null) return "";
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return ""; // Thousands of levels deep: the stack does not hold it.
  }
}

/** Returns the start of a value for a message, such as `3` or `"a"`. */
export function formatValue(value: unknown): string {
  if (value === undefined) return "none";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (isJsonObject(value)) return "a mapping";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
