import type { Context } from "hono";
import type * as z from "zod";
import { ServerError } from "../problem/server_error.ts";
import type { RequestEnv } from "../request_env.ts";
import type { RootRequest } from "../schema/root_request.ts";
import { withSpan } from "../trace/spans.ts";
import { isNestedDeeply } from "./is_nested_deeply.ts";

const JSON_TYPE_REGEXP = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/**
 * Returns the JSON body of a request, validated.
 *
 * @throws {ServerError} `unsupported-media-type` for another kind of body; `invalid-request` for what is
 * no JSON in UTF-8 or is nested too deeply.
 * @throws {z.ZodError} For JSON that the schema does not let in.
 */
export async function readBody<Value extends RootRequest>(
  context: Context<RequestEnv>,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const type = context.req.header("Content-Type") ?? "";
  if (!JSON_TYPE_REGEXP.test(type)) {
    throw new ServerError(
      "unsupported-media-type",
      `Cannot read a body of the type "${type}": send application/json`,
    );
  }
  const bytes = await context.req.arrayBuffer();
  const request = await withSpan(
    "validate",
    () => Promise.try(() => schema.parse(parseJson(decode(bytes)))),
  );
  context.set("root", request.root);
  return request;
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ServerError("invalid-request", "Cannot read the body as it is not UTF-8", { cause });
  }
}

function parseJson(text: string): unknown {
  if (isNestedDeeply(text)) {
    throw new ServerError("invalid-request", "Cannot read the body as it is nested too deeply");
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServerError("invalid-request", `Cannot read the body as it is not JSON: ${reason}`, {
      cause,
    });
  }
}
