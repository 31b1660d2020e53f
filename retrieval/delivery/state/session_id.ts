import { RetrievalError } from "../../machine/mod.ts";

/** Most UTF-16 code units of a session's id: room for a path or a sentence, and none for a file. */
export const MAX_SESSION_ID_LENGTH = 200;

/** What would break a line of a list, or what SQLite and UTF-8 would not give back as it was. */
const UNKEEPABLE_REGEXP = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Refuses a session's id that can not be kept: any text will do that is not empty, not longer than
 * {@link MAX_SESSION_ID_LENGTH} and has no control characters, line ends or halves of characters.
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

/** Returns whether a text is a session's id that can be kept. */
export function isSessionId(id: string): boolean {
  return id !== "" && id.length <= MAX_SESSION_ID_LENGTH && !UNKEEPABLE_REGEXP.test(id);
}
