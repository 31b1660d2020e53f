import { RetrievalError } from "../../machine/mod.ts";

/**
 * Maximum length of a session id in UTF-16 units: enough for a path or a sentence, too short for a
 * file.
 */
export const MAX_SESSION_ID_LENGTH = 200;

/** Characters that would break a line of a list, or that SQLite and UTF-8 do not preserve. */
const UNKEEPABLE_REGEXP = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Rejects a session id that cannot be stored. A valid id is not empty, not longer than {@link
 * MAX_SESSION_ID_LENGTH}, and has no control characters, line ends or lone surrogates.
 */
export function checkSessionId(id: string): void {
  if (id === "") throw invalidSession("the id must not be empty");
  if (id.length > MAX_SESSION_ID_LENGTH) {
    throw invalidSession(
      `the id must be at most ${MAX_SESSION_ID_LENGTH} characters long: current length is ${id.length}`,
    );
  }
  const found = UNKEEPABLE_REGEXP.exec(id);
  if (found === null) return;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  throw invalidSession(
    `the id must not contain control characters or line ends: character ${
      found.index + 1
    } is U+${code}`,
  );
}

function invalidSession(reason: string): RetrievalError {
  return new RetrievalError("invalid-session", `Cannot use the session as ${reason}`);
}

/** Returns true when a text is a valid session id. */
export function isSessionId(id: string): boolean {
  return id !== "" && id.length <= MAX_SESSION_ID_LENGTH && !UNKEEPABLE_REGEXP.test(id);
}
