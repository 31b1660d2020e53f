import { PolicyError, type ProfileInput } from "./core/mod.ts";
import {
  formatValue,
  isJsonObject,
  isNestedDeeply,
  type JsonObject,
  type JsonValue,
} from "@dossier/core/text";

/** The test and the parser of each type. */
const TYPES: Readonly<
  Record<string, { is: (value: JsonValue) => boolean; read: (text: string) => JsonValue }>
> = {
  string: { is: (value) => typeof value === "string", read: (text) => text },
  number: { is: Number.isFinite, read: toNumber },
  integer: { is: Number.isInteger, read: toNumber },
  boolean: { is: (value) => typeof value === "boolean", read: readJson },
  object: { is: isJsonObject, read: readJson },
  array: { is: Array.isArray, read: readJson },
};

/** The types of inputs; any other counts as the last. */
export const INPUT_TYPES: readonly string[] = [...Object.keys(TYPES), "any"];

/** Inputs of a profile, and the names of those that are missing. */
export interface FilledInputs {
  readonly values: JsonObject;
  /** Names. */
  readonly missing: readonly string[];
  /** Names of inputs that were passed and that the profile does not declare. */
  readonly unknown: readonly string[];
}

/**
 * Returns the inputs of a profile, with defaults for missing ones. A text for a number, a boolean,
 * a list or a mapping is parsed as that.
 *
 * @throws {PolicyError} `invalid-inputs` for a value of another type.
 */
export function fillInputs(inputs: readonly ProfileInput[], given: JsonObject): FilledInputs {
  const declared = new Map(inputs.map((input) => [input.name, input]));
  const values = new Map<string, JsonValue>();
  for (const name of new Set([...declared.keys(), ...Object.keys(given)])) {
    const { type, fallback = null } = declared.get(name) ?? { type: "any" };
    const value = (Object.hasOwn(given, name) ? given[name] : null) ?? fallback;
    if (value !== null) values.set(name, readInput(name, value, type));
  }
  return {
    values: Object.fromEntries(values),
    missing: inputs.filter(({ name, required }) => required && !values.has(name))
      .map(({ name }) => name),
    unknown: Object.keys(given).filter((name) => !declared.has(name)),
  };
}

function readInput(name: string, value: JsonValue, type: string): JsonValue {
  const inputType = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (inputType === undefined) return value;
  const isWritten = typeof value === "string" || (type === "string" && typeof value !== "object");
  const read = isWritten ? inputType.read(String(value)) : value;
  if (inputType.is(read)) return read;
  throw new PolicyError(
    "invalid-inputs",
    `Cannot use the input "${name}" as it must be of type ${type}: current value is ${
      formatValue(value)
    }`,
  );
}

/** Returns the number in a text; null for any other text. */
function toNumber(text: string): JsonValue {
  return text.trim() === "" ? null : Number(text);
}

/** Returns the value of a JSON text; null for invalid JSON, and for very deep nesting. */
function readJson(text: string): JsonValue {
  if (isNestedDeeply(text)) return null;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
