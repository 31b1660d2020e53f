import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  PolicyError,
  type ProfileInput,
} from "@dossier/core/policy";

/** Reads a text as a value of a type; undefined when it is none. */
const READERS: Readonly<Record<string, (text: string) => JsonValue | undefined>> = {
  string: (text) => text,
  number: toNumber,
  integer: (text) => Number.isInteger(toNumber(text)) ? toNumber(text) : undefined,
  boolean: (text) => ({ true: true, false: false })[text],
  object: (text) => readJson(text, isJsonObject),
  array: (text) => readJson(text, Array.isArray),
};

/** Inputs of a profile, and which of those that it needs are missing. */
export interface FilledInputs {
  readonly values: JsonObject;
  /** Names. */
  readonly missing: readonly string[];
  /** Names of those that are given and that the profile does not ask for. */
  readonly unknown: readonly string[];
}

/**
 * Returns what a profile is given, with what it takes where nothing is given. A text that is given for a
 * number, a flag, a list or a mapping is read as that.
 *
 * @throws {PolicyError} `invalid-inputs` for one of another type.
 */
export function fillInputs(inputs: readonly ProfileInput[], given: JsonObject): FilledInputs {
  const types = new Map(inputs.map(({ name, type }) => [name, type]));
  const values: Record<string, JsonValue> = {};
  for (const { name, fallback } of inputs) if (fallback !== undefined) values[name] = fallback;
  for (const [name, value] of Object.entries(given)) {
    values[name] = readInput(name, value, types.get(name) ?? "string");
  }
  const missing = inputs.filter(({ name, required }) => required && (values[name] ?? null) === null)
    .map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !types.has(name));
  return { values, missing, unknown };
}

function readInput(name: string, value: JsonValue, type: string): JsonValue {
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (typeof value !== "string" || read === undefined) return value;
  const found = read(value);
  if (found !== undefined) return found;
  throw new PolicyError(
    "invalid-inputs",
    `Cannot use the input "${name}" as it must be of type ${type}: current value is ${
      JSON.stringify(value)
    }`,
  );
}

function toNumber(text: string): number | undefined {
  const number = text.trim() === "" ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function readJson(text: string, isOf: (value: unknown) => boolean): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isOf(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
