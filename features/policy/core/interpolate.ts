import {
  findJsonValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
  toJsonText,
} from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";

/** Counts characters before they are inserted into a text; throws when there are too many. */
export interface InsertionLimit {
  add(characters: number): void;
}

/** A value whose expressions are replaced. */
export interface Interpolated<Value extends JsonValue = JsonValue> {
  readonly value: Value;
  /** The expressions within a text that have no value, as they are written. */
  readonly missing: readonly string[];
}

/** `${path}` and `${path || path}`, and the inputs of {@link INPUT_REGEXP}. */
const EXPRESSION_REGEXP = /\$\{([^{}]+)\}|\{input:[^{}]+\}/g;
const WHOLE_REGEXP = /^\$\{([^{}]+)\}$/;
/** `{input:name}`, `{input:name?}`, `{input:name:fallback}` and `{input:name|fallback}`. */
const INPUT_REGEXP = /\{input:([^{}:|?]+)(?:(\?)|[:|]([^{}]*))?\}/g;

/**
 * Returns a value in which the expressions of all texts are replaced, at any depth of lists and
 * mappings; keys stay as they are. `${a.b || c.d}` is the first of them that is not null. A text
 * that is one such expression becomes its value, of any type; within a text, null becomes the empty
 * text. Where the facts have `inputs`, `{input:name}` is replaced as by {@link interpolateInputs}.
 * Inserted text is not interpolated again, so that a value cannot inject expressions.
 *
 * @param limit Counts the inserted characters.
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

/** Returns a text whose expressions are replaced, as by {@link interpolate} within a text. */
export function interpolateText(
  text: string,
  facts: JsonObject,
  limit: InsertionLimit,
): Interpolated<string> {
  const missing: string[] = [];
  return { value: fillText(text, { facts, missing, limit }), missing };
}

/**
 * Returns a text whose inputs are replaced: `{input:name}` by its value, `{input:name?}` by its
 * value or nothing, `{input:name:fallback}` and `{input:name|fallback}` by its value or the
 * fallback. An input without a value stays as it is.
 *
 * @param limit Counts the inserted characters.
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

/** The values for expressions, and the expressions without one. */
interface InterpolationContext {
  readonly facts: JsonObject;
  readonly missing: string[];
  readonly limit: InsertionLimit;
}

function interpolateWhole(text: string, filling: InterpolationContext): JsonValue {
  const [, expression] = WHOLE_REGEXP.exec(text) ?? [];
  return expression === undefined
    ? fillText(text, filling)
    : findFirstValue(expression, filling.facts);
}

function fillText(text: string, { facts, missing, limit }: InterpolationContext): string {
  const { inputs } = facts;
  return text.replaceAll(EXPRESSION_REGEXP, (written, expression: string | undefined) => {
    if (expression === undefined) {
      return isJsonObject(inputs) ? interpolateInputs(written, inputs, limit) : written;
    }
    const value = findFirstValue(expression, facts);
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
function findFirstValue(expression: string, facts: JsonObject): JsonValue {
  for (const path of expression.split("||")) {
    const value = path.trim() === "" ? null : findJsonValue(facts, path.trim());
    if (value !== null) return value;
  }
  return null;
}

/**
 * Maximum number of characters (UTF-16 code units) of all texts of a prompt: two items of the
 * largest size, and half of the largest context window of a model, a million tokens.
 */
export const MAX_PROMPT_CHARACTERS = 2_000_000;

/**
 * Counts the characters of all texts of one prompt while it is composed: files of a few kilobytes
 * can expand to gigabytes.
 */
export class PromptLimit {
  readonly #profile: string;
  #characters = 0;
  #part = "";

  /** @param profile Id of the composed profile. */
  constructor(profile: string) {
    this.#profile = profile;
  }

  /**
   * Names the part that is added next, as half a sentence: `the hook "a" fetches
   * ".dossier/knowledge/a.md"`.
   */
  begin(part: string): this {
    this.#part = part;
    return this;
  }

  /**
   * Adds characters.
   *
   * @throws {PolicyError} `prompt-too-large` when the sum is over the limit.
   */
  add(characters: number): void {
    this.#characters += characters;
    if (this.#characters <= MAX_PROMPT_CHARACTERS) return;
    throw new PolicyError(
      "prompt-too-large",
      `Cannot compose the profile "${this.#profile}" as its texts must have at most ` +
        `${MAX_PROMPT_CHARACTERS} characters together: current value is ${this.#characters} where ` +
        `${this.#part}; use fewer or shorter texts`,
    );
  }
}
