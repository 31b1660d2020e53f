import { nearestNames } from "@dossier/core/query";
import { RetrievalError } from "../../machine/mod.ts";
import type { State } from "../state/open_state.ts";
import { listSessions } from "../state/sessions.ts";

/** Sessions that a misspelt id is compared with, the last ones. */
const MAX_COMPARED = 10_000;

/** Sessions that are named when none has an id that is near. */
const MAX_NAMED = 3;

/** Returns the error that nothing is recorded for a session, with the ids that may have been meant. */
export function sessionNotFound(state: State | undefined, session: string): RetrievalError {
  return new RetrievalError(
    "session-not-found",
    `Cannot measure the session "${session}" as nothing is recorded for it: ${
      suggest(state, session)
    }`,
  );
}

function suggest(state: State | undefined, session: string): string {
  const known = state === undefined ? [] : listSessions(state, MAX_COMPARED).map(({ id }) => id);
  if (known.length === 0) return "there are no sessions yet";
  const near = nearestNames(session, known);
  return near.length > 0
    ? `did you mean ${quoteAll(near)}`
    : `the last sessions are ${quoteAll(known.slice(0, MAX_NAMED))}`;
}

function quoteAll(ids: readonly string[]): string {
  return ids.map((id) => `"${id}"`).join(", ");
}
