import { PolicyError } from "./policy_error.ts";

/** A path of a file system is no longer. */
const MAX_ID_CHARACTERS = 1024;

/** Backslashes separate on some systems; control characters are in no name that a person gives. */
const UNSAFE_REGEXP = /[\\\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Characters of an id that a sentence shows. */
const SHOWN_CHARACTERS = 80;

/** Returns whether an id stays below the folder of its items, whatever the system. */
export function isItemId(id: string): boolean {
  return id.length <= MAX_ID_CHARACTERS && !UNSAFE_REGEXP.test(id) && id.isWellFormed() &&
    id.split("/").every((name) => name !== "" && name !== "." && name !== "..");
}

/**
 * Returns an id that stays below the folder of its items.
 *
 * @param what What it is the id of, such as `profile`.
 * @throws {PolicyError} `invalid-item-id` for any other.
 */
export function checkItemId(id: string, what: string): string {
  if (isItemId(id)) return id;
  const reason = id.length > MAX_ID_CHARACTERS
    ? `an id must have at most ${MAX_ID_CHARACTERS} characters: it has ${id.length}`
    : 'that is no id: write a path below its folder without extension, such as "review/security"';
  throw new PolicyError(
    "invalid-item-id",
    `Cannot look for the ${what} ${JSON.stringify(id.slice(0, SHOWN_CHARACTERS))} as ${reason}`,
  );
}
