import type { InjectionEvidence, Omission, SessionEvidence, SessionMetrics } from "@dossier/core";
import { measureSession } from "@dossier/core/metrics";
import { nearestNames } from "@dossier/core/query";
import { parseSignals } from "@dossier/core/signal";
import { readVisibility } from "../../config/mod.ts";
import { RetrievalError } from "../../machine/mod.ts";
import { listFiles, openForbidden, toTreePath } from "../../tree/mod.ts";
import type { Injection, RecordedFragment } from "../state/injection.ts";
import type { StateStore } from "../state/state_store.ts";
import { listSessionInjections } from "../state/read_injections.ts";
import { listSessions } from "../state/sessions.ts";

/** Options of {@link measureInjections}. */
export interface MeasureOptions {
  /** Id of the session. */
  readonly session: string;
  /** Texts of the agent and of its tool calls, without the delivered context. */
  readonly transcript: string;
  /** Files that the agent changed, relative to the root or absolute. @default none */
  readonly touched?: readonly string[] | undefined;
  /** Documents that are known to be outdated. */
  readonly outdated?: readonly string[] | undefined;
}

/**
 * Returns how a session used the delivered context; see `measureSession`. A delivered file is a
 * leak when the manifest of its issue forbids it. No index is needed.
 *
 * @param state The state, or `undefined` when nothing was ever recorded.
 * @throws {RetrievalError} `session-not-found` when nothing is recorded for the session;
 * `invalid-session`, `invalid-config`.
 */
export async function measureInjections(
  state: StateStore | undefined,
  root: string,
  { session, transcript, touched = [], outdated }: MeasureOptions,
): Promise<SessionMetrics> {
  const injections = (state === undefined ? [] : await listSessionInjections(state, session))
    .filter(({ withdrawn }) => withdrawn === undefined);
  if (injections.length === 0) throw await sessionNotFoundError(state, session);
  const visibility = await readVisibility(root);
  const forbidden = await forbiddenPaths(injections, root);
  // A path outside of the root is kept as written, because the agent changed that file, too.
  const inTree = (written: string) => toTreePath(written, root) ?? written;
  return measureSession({
    ...toSessionEvidence(injections),
    transcript,
    touched: touched.map(inTree),
    ...(outdated === undefined ? {} : { outdated: outdated.map(inTree) }),
    isExcluded: (path) => forbidden.has(path) || !visibility.isVisible(path),
    root,
    others: (await listFiles(root, visibility)).paths,
  });
}

/** Returns the paths of delivered files that the manifest of their time forbids. */
async function forbiddenPaths(
  injections: readonly Injection[],
  root: string,
): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  let isForbidden = (_path: string) => false;
  for (const { request, fragments } of injections) {
    // An answer, and a plain question, belong to the last issue of their session.
    if (request.issue !== undefined) {
      isForbidden = await openForbidden(request.issue.manifest, root);
    }
    for (const { location } of fragments) {
      if (location !== undefined && isForbidden(location.path)) paths.add(location.path);
    }
  }
  return paths;
}

/** Freshness of a document that is not outdated. */
const FRESH = 1;

/**
 * Returns the fragments that a session received, and the files that the manifests of its issues
 * expect to change.
 *
 * @param injections Oldest first.
 */
export function toSessionEvidence(
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
        path: pathOf(fragment),
        tokens,
        document: isDesignDocument(fragment),
        ...(slug !== undefined && { slug }),
        ...(freshness !== undefined && { stale: freshness < FRESH }),
      };
    }),
    // Passages that the agent already had were not missed by the ranking.
    omitted: omitted.filter(({ reason }) => reason !== "already_present").map(pathOf),
    requests: outcomes.map(({ request, outcome }) => {
      const [signal] = parseSignals(request);
      return { target: signal?.target ?? request, outcome };
    }),
    promptTokens: budget.used,
    ...(durationMs !== undefined && { durationMs }),
  };
}

/**
 * Returns true for a document that was selected or requested, and false for one that the task is to
 * change.
 */
function isDesignDocument({ location, role }: RecordedFragment): boolean {
  return location?.kind === "document" && role !== "primary" && role !== "read";
}

/** Returns the path of a file, or else the source. */
function pathOf({ source, location }: Pick<Omission, "source" | "location">): string {
  return location?.path ?? source;
}

/** Maximum number of recent sessions that an unknown id is compared with. */
const MAX_COMPARED = 10_000;

/** Number of recent sessions that are listed when no id is similar. */
const MAX_NAMED = 3;

/** Returns the error for a session without records, with similar ids. */
async function sessionNotFoundError(
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
  if (known.length === 0) return "no session is recorded yet";
  const near = nearestNames(session, known);
  return near.length > 0
    ? `did you mean ${quoteAll(near)}`
    : `the last sessions are ${quoteAll(known.slice(0, MAX_NAMED))}`;
}

function quoteAll(ids: readonly string[]): string {
  return ids.map((id) => `"${id}"`).join(", ");
}
