import { ServerError } from "../problem/server_error.ts";

/** A whole number as people write it: no sign, no exponent, no other base. */
const WHOLE_NUMBER_REGEXP = /^(?:0|[1-9]\d{0,15})$/;

/**
 * Returns the whole number from 0 on that the field `name` of a form or an address holds.
 *
 * @example
 * ```ts
 * import { parseWholeNumber } from "./parse_whole_number.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parseWholeNumber("left", "12"), 12);
 * assert.throws(() => parseWholeNumber("left", "0x1"), /current value is "0x1"/);
 * ```
 *
 * @throws {ServerError} `invalid-request` for anything else, and for none.
 */
export function parseWholeNumber(name: string, text: string | undefined): number {
  if (text !== undefined && WHOLE_NUMBER_REGEXP.test(text)) return Number(text);
  const state = text === undefined ? "there is none" : `current value is ${JSON.stringify(text)}`;
  throw new ServerError(
    "invalid-request",
    `Cannot read "${name}" as it must be a whole number of at most 16 digits: ${state}`,
  );
}
