import type { InjectionEvidence, Omission, SessionEvidence, SessionMetrics } from "@dossier/core";
import { measureSession } from "@dossier/core/metrics";
import { nearestNames } from "@dossier/core/query";
import { parseSignals } from "@dossier/core/signal";
import { readVisibility } from "../../config/mod.ts";
import { RetrievalError } from "../../machine/mod.ts";
import { listFiles, openForbidden, toTreePath } from "../../tree/mod.ts";
import type { Injection, RecordedFragment } from "../state/injection.ts";
import type { StateStore } from "../state/state_store.ts";
import { sessionInjections } from "../state/read_injections.ts";
import { listSessions } from "../state/sessions.ts";

/** What is known of a session besides its injections. */
export interface MeasureOptions {
  /** Its id. */
  readonly session: string;
  /** What the agent wrote and what its tool calls say, without what was given to it. */
  readonly transcript: string;
  /** Files that the agent changed, relative to the root or absolute. @default none */
  readonly touched?: readonly string[] | undefined;
  /** Documents that are in fact outdated, where somebody knows. */
  readonly outdated?: readonly string[] | undefined;
}

/**
 * Returns what a session says about the context that it was given; see `measureSession`. A file that was
 * given though the manifest of its issue forbids it is a leak. No index is needed.
 *
 * @param state Undefined when nothing was ever recorded.
 * @throws {RetrievalError} `session-not-found` when nothing is recorded for the session;
 * `invalid-session`, `invalid-config`.
 */
export async function measureInjections(
  state: StateStore | undefined,
  root: string,
  { session, transcript, touched = [], outdated }: MeasureOptions,
): Promise<SessionMetrics> {
  const injections = (state === undefined ? [] : await sessionInjections(state, session))
    .filter(({ withdrawn }) => withdrawn === undefined);
  if (injections.length === 0) throw await sessionNotFound(state, session);
  const visibility = await readVisibility(root);
  const forbidden = await forbiddenPaths(injections, root);
  // A path that leads out of the root stays as it is: the agent changed it all the same.
  const inTree = (written: string) => toTreePath(written, root) ?? written;
  return measureSession({
    ...toEvidence(injections),
    transcript,
    touched: touched.map(inTree),
    ...(outdated === undefined ? {} : { outdated: outdated.map(inTree) }),
    isExcluded: (path) => forbidden.has(path) || !visibility.isVisible(path),
    root,
    others: (await listFiles(root, visibility)).paths,
  });
}

/** Returns the paths of what was given against the manifest that held at the time. */
async function forbiddenPaths(
  injections: readonly Injection[],
  root: string,
): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  let isForbidden = (_path: string) => false;
  for (const { request, fragments } of injections) {
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

/** A document that can be relied on: its marks all hold. */
const FRESH = 1;

/**
 * Returns what was given to a session, and which files it was expected to change by the manifests of its
 * issues.
 *
 * @param injections Oldest first.
 */
export function toEvidence(
  injections: readonly Injection[],
): Pick<SessionEvidence, "injections" | "predicted"> {
  const manifests = injections.flatMap(({ request }) => request.issue?.manifest?.primary ?? []);
  return { injections: injections.map(toInjectionEvidence), predicted: [...new Set(manifests)] };
}

function toInjectionEvidence(
  { kind, fragments, omitted, outcomes, budget, durationMs }: Injection,
): InjectionEvidence {
  return {
    answer: kind === "answer",
    fragments: fragments.map((fragment) => {
      const { tokens, slug, freshness } = fragment;
      return {
        path: placeOf(fragment),
        tokens,
        document: isDesignDocument(fragment),
        ...(slug !== undefined && { slug }),
        ...(freshness !== undefined && { stale: freshness < FRESH }),
      };
    }),
    // What the agent holds already was not missed by the ranking.
    omitted: omitted.filter(({ reason }) => reason !== "already_present").map(placeOf),
    requests: outcomes.map(({ request, outcome }) => {
      const [signal] = parseSignals(request);
      return { target: signal?.target ?? request, outcome };
    }),
    promptTokens: budget.used,
    ...(durationMs !== undefined && { durationMs }),
  };
}

/** Tells prose that was chosen or asked for from prose that the task itself is to change. */
function isDesignDocument({ location, role }: RecordedFragment): boolean {
  return location?.kind === "document" && role !== "primary" && role !== "read";
}

/** Returns the path of what is a file, else the source. */
function placeOf({ source, location }: Pick<Omission, "source" | "location">): string {
  return location?.path ?? source;
}

/** Sessions that a misspelt id is compared with, the last ones. */
const MAX_COMPARED = 10_000;

/** Sessions that are named when none has an id that is near. */
const MAX_NAMED = 3;

/** Returns the error that nothing is recorded for a session, with the ids that may have been meant. */
async function sessionNotFound(
  state: StateStore | undefined,
  session: string,
): Promise<RetrievalError> {
  return new RetrievalError(
    "session-not-found",
    `Cannot measure the session "${session}" as nothing is recorded for it: ${await suggest(
      state,
      session,
    )}`,
  );
}

async function suggest(state: StateStore | undefined, session: string): Promise<string> {
  const known = state === undefined ? [] : await listSessions(state, MAX_COMPARED);
  if (known.length === 0) return "there are no sessions yet";
  const near = nearestNames(session, known);
  return near.length > 0
    ? `did you mean ${quoteAll(near)}`
    : `the last sessions are ${quoteAll(known.slice(0, MAX_NAMED))}`;
}

function quoteAll(ids: readonly string[]): string {
  return ids.map((id) => `"${id}"`).join(", ");
}
