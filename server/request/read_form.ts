import type { Context } from "hono";
import { ServerError } from "../problem/server_error.ts";

const FORM_TYPE_REGEXP = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/**
 * Returns the fields of a form that a browser sends, by name; of a name that is there twice the last one.
 *
 * Only the encoding that the forms of the page have is read: another one has boundaries and parts, which
 * can be broken in many ways.
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
