import type { Visibility } from "../exclude/visibility.ts";
import type { WorkManifest } from "../issue/issue.ts";
import type { TaskSettings } from "../plan/task_settings.ts";
import { decideEditing, grantFiles } from "./decide_editing.ts";
import { decideReading } from "./decide_reading.ts";
import type { RequestLookups } from "./request_lookups.ts";
import { type RequestPath, resolveRequestPath } from "./request_path.ts";
import { refuse, type RequestRuling } from "./request_ruling.ts";
import { renderSignal, type Signal } from "./signal.ts";

/** The decision on a request. */
export interface RequestDecision extends RequestRuling {
  /** The request. */
  readonly signal: Signal;
  /** The request as a line, such as `NEED_CODE: src/a.ts:1-20`. */
  readonly request: string;
  /** Whether the lines are to be shown; only in the mode `fetch`. */
  readonly isFetched: boolean;
}

/** The decisions on all requests of a round. */
export interface RequestDecisions {
  /** One decision for each different request, in order. */
  readonly decisions: readonly RequestDecision[];
  /** The work manifest from now on; a new version when files were granted. */
  readonly manifest: WorkManifest | undefined;
}

/** Rules of {@link decideRequests}. */
export interface RequestRules {
  /** The round of requests in the session, from 1. */
  readonly round: number;
  /** Limits, and the mode. */
  readonly settings: Pick<TaskSettings, "needMode" | "needMaxItems" | "needMaxRounds">;
  /** Files that are never served; a request lifts only the rules on size. */
  readonly exclusions: Visibility;
  /** Look-ups in the tree, the session and other tasks. */
  readonly lookups: RequestLookups;
  /** The work manifest of the task. */
  readonly manifest?: WorkManifest | undefined;
  /** Absolute path of the root, for targets that are absolute. */
  readonly root?: string;
}

/**
 * Decides on the requests of one round, in their order.
 *
 * It answers the first `needMaxItems` different requests of each of the first `needMaxRounds` rounds. Only
 * `NEED_FILE` widens the right to edit, and all grants of an answer make one new version of the manifest.
 * In the mode `delegate` nothing is fetched, as the agent opens files itself. In `observe` the manifest
 * stays as it is, too.
 *
 * @throws {RangeError} When the round is not a whole number of at least 1.
 *
 * @example
 * ```ts
 * import {
 *   toVisibility,
 *   decideRequests,
 *   DEFAULT_EXCLUSIONS,
 *   DEFAULT_TASK_SETTINGS,
 *   parseSignals,
 * } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const { decisions } = decideRequests(parseSignals("NEED_CODE: src/a.ts\nNEED_CODE: ../x"), {
 *   round: 1,
 *   settings: DEFAULT_TASK_SETTINGS,
 *   exclusions: toVisibility(DEFAULT_EXCLUSIONS),
 *   lookups: { look: () => ({ kind: "file", lineCount: 9 }), findDocument: () => undefined },
 * });
 * assert.deepEqual(decisions.map(({ outcome }) => outcome), ["provided", "outside_root"]);
 * assert.deepEqual(decisions[0]?.range, { startLine: 1, endLine: 9 });
 * ```
 */
export function decideRequests(
  signals: readonly Signal[],
  options: RequestRules,
): RequestDecisions {
  const { round, settings: { needMode, needMaxItems, needMaxRounds }, manifest, root } = options;
  if (!Number.isInteger(round) || round < 1) {
    throw new RangeError(`Cannot decide on requests as the round must be >= 1: it is ${round}`);
  }
  const decisions: RequestDecision[] = [];
  const given: RequestDecision[] = [];
  for (const { signal, place } of uniqueRequests(signals, root)) {
    const ruling = round > needMaxRounds
      ? refuse("limit", signal, `only ${count(needMaxRounds, "round")} of requests are answered`)
      : decisions.length >= needMaxItems
      ? refuse("limit", signal, `only ${count(needMaxItems, "request")} of a round are answered`)
      : decideOne(signal, { ...options, place, given });
    const isShown = ruling.outcome === "provided" && ruling.range !== undefined;
    const decision = {
      ...ruling,
      ...(isShown && needMode === "delegate"
        ? { message: `${ruling.message}; open it with your own tools` }
        : {}),
      signal,
      request: renderSignal(signal),
      isFetched: isShown && needMode === "fetch",
    };
    decisions.push(decision);
    if (decision.outcome === "provided") given.push(decision);
  }
  return { decisions, manifest: needMode === "observe" ? manifest : grantFiles(given, manifest) };
}

function decideOne(
  signal: Signal,
  { place, ...options }: RequestRules & {
    readonly place: RequestPath;
    readonly given: readonly RequestDecision[];
  },
): RequestRuling {
  if (place.kind === "outside") {
    return refuse("outside_root", signal, "it lies outside the repository");
  }
  return signal.kind === "file"
    ? decideEditing(signal, place.path, options)
    : decideReading(signal, place.path, options);
}

function count(number: number, word: string): string {
  return number === 1 ? `the first ${word}` : `the first ${number} ${word}s`;
}

/** Returns the requests that differ by more than the spelling of their paths. */
function uniqueRequests(
  signals: readonly Signal[],
  root: string | undefined,
): { readonly signal: Signal; readonly place: RequestPath }[] {
  const found = new Map<string, { readonly signal: Signal; readonly place: RequestPath }>();
  for (const signal of signals) {
    const place = resolveRequestPath(signal.target, root);
    const target = place.kind === "inside" ? place.path : signal.target;
    const key = renderSignal({ ...signal, target });
    if (!found.has(key)) found.set(key, { signal, place });
  }
  return [...found.values()];
}
