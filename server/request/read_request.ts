import { isJsonObject, isNestedDeeply } from "@dossier/core/text";
import type { Context } from "hono";
import type * as z from "zod";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import type { RootRequest } from "@dossier/retrieval/operations";
import { withSpan } from "../trace/mod.ts";
import type { RequestEnv } from "./request_env.ts";

const JSON_TYPE_REGEXP = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Returns the JSON body of a request with the parameters of its path, validated. When the path has
 * parameters, a missing body counts as an empty object.
 *
 * @throws {ServerError} `unsupported-media-type` for another kind of body; `invalid-request` for
 *   text that is not JSON in UTF-8 or is nested too deeply, and for a body that contradicts the
 *   path.
 * @throws {z.ZodError} For JSON that the schema rejects.
 */
export async function readBody<Value extends RootRequest>(
  context: Context<RequestEnv>,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const inPath = context.req.param();
  const bytes = await context.req.arrayBuffer();
  const isEmpty = bytes.byteLength === 0 && Object.keys(inPath).length > 0;
  const type = context.req.header("Content-Type") ?? "";
  if (!isEmpty && !JSON_TYPE_REGEXP.test(type)) {
    throw new ServerError(
      "unsupported-media-type",
      `Cannot read a body of the type "${type}": send application/json`,
    );
  }
  const request = await withSpan("validate", () =>
    Promise.try(() => {
      const body = isEmpty ? {} : parseJson(decode(bytes));
      return schema.parse(isJsonObject(body) ? withPath(body, inPath) : body);
    }));
  context.set("root", request.root);
  return request;
}

/** Returns a request with the parameters of the path, which it may repeat but not contradict. */
function withPath<Value>(
  parameters: Readonly<Record<string, Value>>,
  inPath: Readonly<Record<string, Value & string>>,
): Readonly<Record<string, Value>> {
  for (const [name, value] of Object.entries(inPath)) {
    if (!Object.hasOwn(parameters, name) || parameters[name] === value) continue;
    throw refuseRequest(
      `Cannot use "${name}" twice as the path names ${JSON.stringify(value)}: ` +
        `${JSON.stringify(parameters[name])} is also given`,
    );
  }
  return { ...parameters, ...inPath };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refuseRequest("Cannot read the body as it is not UTF-8", { cause });
  }
}

function parseJson(text: string): unknown {
  if (isNestedDeeply(text)) {
    throw refuseRequest("Cannot read the body as it is nested too deeply");
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw refuseRequest(`Cannot read the body as it is not JSON: ${reason}`, {
      cause,
    });
  }
}

/**
 * Returns the parameters of a request's path and query, validated by a schema for their JSON form.
 * Those in `numbers` are numbers there.
 *
 * @throws {ServerError} `invalid-request` for a parameter that is given twice, also one of the
 *   path, and for an invalid number.
 * @throws {z.ZodError} For parameters that the schema rejects.
 */
export function readParameters<Value extends RootRequest>(
  context: Context<RequestEnv>,
  schema: z.ZodType<Value>,
  numbers: readonly string[] = [],
): Value {
  const entries: (readonly [string, string])[] = [];
  for (const [name, values] of Object.entries(context.req.queries())) {
    const [value = "", ...more] = values;
    if (more.length > 0) {
      throw refuseRequest(
        `Cannot use the parameter "${name}" as it occurs ${values.length} times: use it once`,
      );
    }
    entries.push([name, value]);
  }
  const parameters = withPath(Object.fromEntries(entries), context.req.param());
  const request = schema.parse(
    Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [
        name,
        numbers.includes(name) ? parseNumberField(name, value) : value,
      ]),
    ),
  );
  context.set("root", request.root);
  return request;
}

/** Whole number as people write it: no sign, no exponent, no other base. */
const WHOLE_NUMBER_REGEXP = /^(?:0|[1-9]\d{0,15})$/;

/**
 * Returns the whole number from 0 in the field `name` of a form or an address.
 *
 * @example
 * ```ts
 * import { parseNumberField } from "./read_request.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parseNumberField("left", "12"), 12);
 * assert.throws(() => parseNumberField("left", "0x1"), /current value is "0x1"/);
 * ```
 *
 * @throws {ServerError} `invalid-request` for anything else, and for none.
 */
export function parseNumberField(name: string, text: string | undefined): number {
  if (text !== undefined && WHOLE_NUMBER_REGEXP.test(text)) return Number(text);
  const state = text === undefined ? "it is missing" : `current value is ${JSON.stringify(text)}`;
  throw refuseRequest(
    `Cannot read "${name}" as it must be a whole number of at most 16 digits: ${state}`,
  );
}

const FORM_TYPE_REGEXP = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Returns the fields of a form that a browser sends, by name. Of fields with the same name, the
 * last one counts.
 *
 * Only the encoding of the page's forms is read. Others have boundaries and parts, which can be
 * malformed in many ways.
 *
 * @throws {ServerError} `unsupported-media-type` for another kind of body.
 */
export async function readForm({ req }: Context): Promise<Readonly<Record<string, string>>> {
  const type = req.header("Content-Type") ?? "";
  if (!FORM_TYPE_REGEXP.test(type)) {
    throw new ServerError(
      "unsupported-media-type",
      `Cannot read a form of the type "${type}": send application/x-www-form-urlencoded`,
    );
  }
  return Object.fromEntries(new URLSearchParams(await req.text()));
}
