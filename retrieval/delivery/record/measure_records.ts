import { measureSession, type SessionMetrics } from "@dossier/core/metrics";
import { readVisibility } from "../../config/mod.ts";
import { listFiles, openForbidden, toTreePath } from "../../tree/mod.ts";
import type { State } from "../state/open_state.ts";
import { sessionRecords } from "../state/read_records.ts";
import type { Injection } from "../state/record.ts";
import { toEvidence } from "../state/session_evidence.ts";
import { nearestNames } from "@dossier/core/query";
import { RetrievalError } from "../../machine/mod.ts";
import { listSessions } from "../state/sessions.ts";

/** What is known of a session besides its records. */
export interface MeasureOptions {
  /** The session. */
  readonly session: string;
  /** What the agent wrote and what its tool calls say, without what was given to it. */
  readonly transcript: string;
  /** Files that the agent changed, relative to the root or absolute. @default none */
  readonly touched?: readonly string[] | undefined;
  /** Documents that are in fact outdated, where somebody knows. */
  readonly outdated?: readonly string[] | undefined;
}

/**
 * Returns what a session says about the context that it was given, from its records; see
 * `measureSession`. A file that was given though the manifest of its issue forbids it is a leak. No index
 * is needed.
 *
 * @param state Where the records are; undefined when there are none.
 * @throws {RetrievalError} `session-not-found` when nothing is recorded for the session;
 * `invalid-session`, `invalid-config`.
 */
export async function measureRecords(
  state: State | undefined,
  root: string,
  { session, transcript, touched = [], outdated }: MeasureOptions,
): Promise<SessionMetrics> {
  const records = (state === undefined ? [] : sessionRecords(state, session))
    .filter(({ withdrawn }) => withdrawn === undefined);
  if (records.length === 0) throw sessionNotFound(state, session);
  const visibility = await readVisibility(root);
  const forbidden = await forbiddenPaths(records, root);
  // A path that leads out of the root stays as it is: the agent changed it all the same.
  const inTree = (written: string) => toTreePath(written, root) ?? written;
  return measureSession({
    ...toEvidence(records),
    transcript,
    touched: touched.map(inTree),
    ...(outdated === undefined ? {} : { outdated: outdated.map(inTree) }),
    isExcluded: (path) => forbidden.has(path) || !visibility.shows(path),
    root,
    others: (await listFiles(root, visibility)).paths,
  });
}

/** Returns the paths of what was given against the manifest that held at the time. */
async function forbiddenPaths(
  records: readonly Injection[],
  root: string,
): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  let isForbidden = (_path: string) => false;
  for (const { request, fragments } of records) {
    // An answer, and a plain question, are for the last issue of their session.
    if (request.issue !== undefined) {
      isForbidden = await openForbidden(request.issue.manifest, root);
    }
    for (const { location } of fragments) {
      if (location !== undefined && isForbidden(location.path)) paths.add(location.path);
    }
  }
  return paths;
}

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
