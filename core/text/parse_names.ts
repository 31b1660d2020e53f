import { ContextError } from "../errors.ts";
import { escapeControls } from "./escape_controls.ts";

/** Most names that a caller may guess; twenty serve as well as thirty. */
export const MAX_NAMES = 64;

/** Most UTF-16 code units of a name; longer ones are data. */
export const MAX_NAME_UNITS = 200;

/** What stands between names: no identifier, path or word holds any of it. */
export const BETWEEN_NAMES_REGEXP = /[\s,;\p{Cc}\p{Bidi_Control}]+/u;

/** UTF-16 code units of a name that is too long which its error shows. */
const SHOWN_UNITS = 20;

/**
 * Returns the names that a caller guesses, each once, in the order given. Several names may stand in one text, with
 * white space or commas between them.
 *
 * @throws {ContextError} `invalid-query` for more than {@link MAX_NAMES} different names, and for a name of more than
 * {@link MAX_NAME_UNITS} UTF-16 code units.
 *
 * @example
 * ```ts
 * import { parseNames } from "@dossier/core/text";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseNames(["retryUpload, max_retries", "retryUpload"]), ["retryUpload", "max_retries"]);
 * ```
 */
export function parseNames(given: readonly string[]): readonly string[] {
  const names = [...new Set(given.flatMap((text) => text.split(BETWEEN_NAMES_REGEXP)))]
    .filter((name) => name !== "");
  const long = names.find(({ length }) => length > MAX_NAME_UNITS);
  if (long !== undefined) {
    throw new ContextError(
      "invalid-query",
      `Cannot search as a name must have at most ${MAX_NAME_UNITS} characters: "${
        escapeControls(long.slice(0, SHOWN_UNITS))
      }…" has ${long.length}`,
    );
  }
  if (names.length > MAX_NAMES) {
    throw new ContextError(
      "invalid-query",
      `Cannot search as there must be at most ${MAX_NAMES} names: ${names.length} are given`,
    );
  }
  return names;
}
