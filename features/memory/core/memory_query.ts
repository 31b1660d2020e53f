/** Facts about the work of a session. */
export interface SessionWork {
  /** Name of the issue in a tracker, such as `ABC-7`. */
  readonly identifier?: string | undefined;
  /** Title of the issue. */
  readonly title?: string | undefined;
  /** Description of the issue, of which the first line counts. */
  readonly description?: string | undefined;
  /** The tracker's own id of the issue, which has no meaning for people. */
  readonly issueId?: string | undefined;
  /** Id of the session. */
  readonly session: string;
}

/**
 * Returns the query for observations: the identifier, the title and the first line of the
 * description, on one line. Without these it is the id of the issue, and without that the id of the
 * session.
 *
 * @example
 * ```ts
 * import { toMemoryQuery } from "@dossier/memory/core";
 * import assert from "node:assert/strict";
 *
 * const work = { identifier: "ABC-7", title: "Uploads hang", description: "At 4 GB.\nLog below.", session: "s1" };
 * assert.equal(toMemoryQuery(work), "ABC-7 Uploads hang At 4 GB.");
 * ```
 */
export function toMemoryQuery(
  { identifier, title, description, issueId, session }: SessionWork,
): string {
  const known = [identifier, title, title?.trim() ? takeFirstLine(description) : undefined];
  const query = joinLines(known.filter((part) => part !== undefined).join(" "));
  return query || joinLines(issueId ?? "") || session;
}

function takeFirstLine(text = ""): string {
  return text.trim().split("\n", 1)[0]!;
}

function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
