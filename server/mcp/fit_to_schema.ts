import { isNestedDeeply } from "@dossier/core/text";

/** Keywords of a JSON Schema by which values are converted. */
export interface FittedSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FittedSchema[];
  readonly items?: FittedSchema;
  readonly properties?: Readonly<Record<string, FittedSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | FittedSchema;
}

type JsonFields = Readonly<Record<string, unknown>>;

/** Number as JSON writes it, or with a plus sign. */
const NUMBER_REGEXP = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const BOOLEAN_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/**
 * Returns a value in the type of a schema, when hosts and models write the same value in another
 * type: null or an empty text for an optional value, a number, a boolean or a list as text, a
 * single value for a list of one, and a list of one for its value. A value with no other meaning is
 * returned unchanged, so that the schema rejects it.
 *
 * @example
 * ```ts
 * import { fitToSchema } from "./fit_to_schema.ts";
 * import assert from "node:assert/strict";
 *
 * const properties = {
 *   limit: { type: "integer" },
 *   paths: { type: "array", items: { type: "string" } },
 *   root: { type: "string" },
 * };
 * const schema = { type: "object", properties };
 * const given = { limit: "3", paths: '["src/**"]', root: null };
 * assert.deepEqual(fitToSchema(given, schema), { limit: 3, paths: ["src/**"] });
 * ```
 */
export function fitToSchema(value: unknown, schema: FittedSchema): unknown {
  if (schema.anyOf !== undefined) return fitToAny(value, schema.anyOf);
  if (schema.type === "array") return fitList(value, schema);
  const single = Array.isArray(value) && value.length === 1 && schema.type !== undefined
    ? value[0]
    : value;
  switch (schema.type) {
    case "object":
      return fitObject(single, schema);
    case "integer":
    case "number":
      return typeof single === "string" && NUMBER_REGEXP.test(single.trim())
        ? Number(single.trim())
        : single;
    case "boolean":
      return BOOLEAN_WORDS.get(String(single).trim().toLowerCase()) ?? single;
    case "string":
      return fitText(single, schema);
    default:
      return single;
  }
}

/**
 * Returns a value, converted by the first schema that then accepts it. Schemas of texts, which
 * accept most values, come last.
 */
function fitToAny(value: unknown, schemas: readonly FittedSchema[]): unknown {
  const texts = schemas.filter(({ type }) => type === "string");
  for (const schema of [...schemas.filter((each) => !texts.includes(each)), ...texts]) {
    const fitted = fitToSchema(value, schema);
    if (schema.type === undefined || schema.type === typeOf(fitted)) return fitted;
  }
  return value;
}

/** Returns the JSON Schema type of a value. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function fitText(value: unknown, { enum: words }: FittedSchema): unknown {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (words === undefined || typeof text !== "string") return text;
  const normalized = text.trim().toLowerCase();
  return words.find((word) => String(word).toLowerCase() === normalized) ?? text;
}

function fitList(value: unknown, { items = {} }: FittedSchema): unknown {
  const list = typeof value === "string" ? readList(value, items) : value;
  if (list === null || list === undefined) return list;
  const all = Array.isArray(list) ? list : [list];
  const filled = items.type === undefined ? all : all.filter((item) => !isEmpty(item));
  return filled.map((item) => fitToSchema(item, items));
}

/**
 * Returns the list in a text of JSON, or any other text as the only item: a glob may be "[0-9]".
 */
function readList(text: string, { type }: FittedSchema): unknown {
  if (text === "") return [];
  const parsed = parseJsonText(text);
  if (parsed === null) return null;
  const isList = Array.isArray(parsed) &&
    (type !== "string" || parsed.every((item) => typeof item === "string"));
  return isList ? parsed : [text];
}

function fitObject(
  value: unknown,
  { properties = {}, required = [], additionalProperties }: FittedSchema,
): unknown {
  const fields = typeof value === "string"
    ? value.trim() === "" ? {} : parseJsonText(value) ?? value
    : Array.isArray(value) && value.length === 0
    ? {}
    : value;
  if (typeOf(fields) !== "object") return value;
  const others = typeof additionalProperties === "object" ? additionalProperties : {};
  return Object.fromEntries(
    Object.entries(fields as JsonFields).flatMap(([name, field]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name]! : others;
      const isTyped = schema.type !== undefined || schema.anyOf !== undefined;
      const isLeftOut = isTyped && !required.includes(name) && isOmitted(field, schema);
      return isLeftOut ? [] : [[name, fitToSchema(field, schema)]];
    }),
  );
}

/**
 * Returns true when a value means that the field is omitted. For a field that is not a text, blanks
 * and the text "null" mean the same.
 */
function isOmitted(value: unknown, { type }: FittedSchema): boolean {
  if (isEmpty(value)) return true;
  const isText = type === "string" || type === undefined;
  return typeof value === "string" && !isText && ["", "null"].includes(value.trim());
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "";
}

/** Returns the value of a text of JSON; undefined when it is not JSON or is nested too deeply. */
function parseJsonText(text: string): unknown {
  if (isNestedDeeply(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
