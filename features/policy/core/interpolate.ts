import {
  findJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
  toJsonText,
} from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";

/** Is told of characters before they are put into a text, and throws when they are too many. */
export interface InsertionLimit {
  add(characters: number): void;
}

/** A value with what its expressions stood for. */
export interface Interpolated<Value extends JsonValue = JsonValue> {
  readonly value: Value;
  /** The expressions within a text that stood for nothing, as they are written. */
  readonly missing: readonly string[];
}

/** `${path}` and `${path || path}`, and the inputs of {@link INPUT_REGEXP}. */
const EXPRESSION_REGEXP = /\$\{([^{}]+)\}|\{input:[^{}]+\}/g;
const WHOLE_REGEXP = /^\$\{([^{}]+)\}$/;
/** `{input:name}`, `{input:name?}`, `{input:name:fallback}` and `{input:name|fallback}`. */
const INPUT_REGEXP = /\{input:([^{}:|?]+)(?:(\?)|[:|]([^{}]*))?\}/g;

/**
 * Returns a value in which the expressions of all texts have been replaced, however deep in lists and
 * mappings; keys stay as they are. `${a.b || c.d}` is the first of them that is not null. A text that is
 * one such expression becomes its value, of whatever type; within a text nothing stands for null. Where the facts
 * have `inputs`, `{input:name}` is replaced as {@link interpolateInputs} does. What is inserted is not
 * looked into again, so that nobody's words become expressions.
 *
 * @param limit Is told of all characters that are inserted.
 */
export function interpolate(
  template: JsonValue,
  facts: JsonObject,
  limit: InsertionLimit,
): Interpolated {
  const missing: string[] = [];
  const fill = (one: JsonValue, depth: number): JsonValue => {
    if (typeof one === "string") return interpolateWhole(one, { facts, missing, limit });
    if (depth > MAX_JSON_DEPTH) return one;
    if (Array.isArray(one)) return one.map((element) => fill(element, depth + 1));
    if (!isJsonObject(one)) return one;
    const entries = Object.entries(one);
    return Object.fromEntries(entries.map(([key, value]) => [key, fill(value, depth + 1)]));
  };
  return { value: fill(template, 1), missing };
}

/** Returns a text in which the expressions have been replaced, as {@link interpolate} does within one. */
export function interpolateText(
  text: string,
  facts: JsonObject,
  limit: InsertionLimit,
): Interpolated<string> {
  const missing: string[] = [];
  return { value: fillText(text, { facts, missing, limit }), missing };
}

/**
 * Returns a text in which inputs have been replaced: `{input:name}` by its value, `{input:name?}` by that
 * or nothing, `{input:name:fallback}` and `{input:name|fallback}` by that or the fallback. One without a
 * value stays as it is.
 *
 * @param limit Is told of all characters that are inserted.
 */
export function interpolateInputs(
  text: string,
  inputs: JsonObject,
  limit: InsertionLimit,
): string {
  return text.replaceAll(INPUT_REGEXP, (written, name: string, isOptional, fallback) => {
    const value = Object.hasOwn(inputs, name) ? inputs[name] ?? null : null;
    if (value !== null) return insert(value, limit);
    return isOptional === undefined ? fallback ?? written : "";
  });
}

/** What texts are filled with, and what is noted of that. */
interface Filling {
  readonly facts: JsonObject;
  readonly missing: string[];
  readonly limit: InsertionLimit;
}

function interpolateWhole(text: string, filling: Filling): JsonValue {
  const [, expression] = WHOLE_REGEXP.exec(text) ?? [];
  return expression === undefined ? fillText(text, filling) : findFirst(expression, filling.facts);
}

function fillText(text: string, { facts, missing, limit }: Filling): string {
  const { inputs } = facts;
  return text.replaceAll(EXPRESSION_REGEXP, (written, expression: string | undefined) => {
    if (expression === undefined) {
      return isJsonObject(inputs) ? interpolateInputs(written, inputs, limit) : written;
    }
    const value = findFirst(expression, facts);
    if (value === null) missing.push(written);
    return insert(value, limit);
  });
}

function insert(value: JsonValue, limit: InsertionLimit): string {
  const text = toJsonText(value);
  limit.add(text.length);
  return text;
}

/** Returns the first value that is not null of paths with `||` between them. */
function findFirst(expression: string, facts: JsonObject): JsonValue {
  for (const path of expression.split("||")) {
    const value = path.trim() === "" ? null : findJson(facts, path.trim());
    if (value !== null) return value;
  }
  return null;
}

/**
 * Most characters (UTF-16 code units) of all that a prompt is made of: two items of the largest size, and half of
 * the largest window that a model has, of a million tokens.
 */
export const MAX_PROMPT_CHARACTERS = 2_000_000;

/**
 * Counts the characters of all that one prompt is made of, while it is put together: files of a few kilobytes can
 * ask for gigabytes.
 */
export class PromptLimit {
  readonly #profile: string;
  #characters = 0;
  #part = "";

  /** @param profile Id of the profile that is composed. */
  constructor(profile: string) {
    this.#profile = profile;
  }

  /** Says in half a sentence what is added from now on: `the hook "a" fetches ".dossier/knowledge/a.md"`. */
  begin(part: string): this {
    this.#part = part;
    return this;
  }

  /**
   * Adds characters.
   *
   * @throws {PolicyError} `prompt-too-large` when they are too many together with those before.
   */
  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= MAX_PROMPT_CHARACTERS) return;
    throw new PolicyError(
      "prompt-too-large",
      `Cannot compose the profile "${this.#profile}" as its texts must have at most ` +
        `${MAX_PROMPT_CHARACTERS} characters together: current value is ${this.#characters} where ` +
        `${this.#part}; ask for less, or make it shorter`,
    );
  }
}
