import type { Context } from "hono";
import type * as z from "zod";
import { ServerError } from "../problem/server_error.ts";
import type { RequestEnv } from "../request_env.ts";
import type { RootRequest } from "../schema/root_request.ts";
import { parseWholeNumber } from "./parse_whole_number.ts";

/**
 * Returns the parameters of a request's path and query, validated by a schema for their JSON form:
 * those that `numbers` names are numbers there.
 *
 * @throws {ServerError} `invalid-request` for a parameter that is given twice, and for a number that is none.
 * @throws {z.ZodError} For what the schema does not let in.
 */
export function readQuery<Value extends RootRequest>(
  context: Context<RequestEnv>,
  schema: z.ZodType<Value>,
  numbers: readonly string[] = [],
): Value {
  const given: [string, string][] = [];
  for (const [name, values] of Object.entries(context.req.queries())) {
    const [value = "", ...more] = values;
    if (more.length > 0) {
      throw new ServerError(
        "invalid-request",
        `Cannot use the parameter "${name}" as it is given ${values.length} times: give it once`,
      );
    }
    given.push([name, value]);
  }
  // A parameter of the path is not to be had otherwise.
  given.push(...Object.entries(context.req.param()));
  const request = schema.parse(
    Object.fromEntries(given.map(([name, value]) => [
      name,
      numbers.includes(name) ? parseWholeNumber(name, value) : value,
    ])),
  );
  context.set("root", request.root);
  return request;
}
