import type {
  Bundle,
  LineRange,
  PassageCandidate,
  RequestDecision,
  RequestOutcome,
} from "@dossier/core";
import { containsLines, listGaps, mergeRanges, sliceLines } from "@dossier/core/fragment";

/** Granted request, with the lines that answer it. */
export interface GrantedRequest {
  readonly decision: RequestDecision;
  readonly candidate: PassageCandidate;
}

/** Reason of a request that does not fit the budget. */
const OVER_BUDGET = "It does not fit the budget of the answer: ask for fewer lines";

/** Text for lines that are not repeated. */
const ALREADY_HELD = "in your context already";

/** Returns true when lines of a request did not fit the answer. */
export function isOmitted({ candidate }: GrantedRequest, { omitted }: Bundle): boolean {
  return omitted.some(({ location, reason }) =>
    reason === "budget" && location?.path === candidate.path &&
    // The rest of a partly shown range is omitted.
    (containsLines(location, candidate) || containsLines(candidate, location))
  );
}

/**
 * Returns the outcome of each request after the answer was packed: some may not have fitted
 * although other messages refer to them, and the text of two equal files is shown once.
 */
export function resolveOutcomes(
  decisions: readonly RequestDecision[],
  { granted, shown, bundle }: {
    readonly granted: readonly GrantedRequest[];
    /** Requests that fit the answer. */
    readonly shown: readonly GrantedRequest[];
    readonly bundle: Bundle;
  },
): readonly RequestOutcome[] {
  const missed = granted.filter((grantedRequest) => !shown.includes(grantedRequest));
  return decisions.map((decision) => {
    const { request, outcome, message } = decision;
    const isHeldBy = (grantedRequest: GrantedRequest) => holdsRequest(grantedRequest, decision);
    const isHidden = outcome === "already_present" && missed.some(isHeldBy) &&
      !shown.some(isHeldBy);
    if (isHidden || missed.some((grantedRequest) => grantedRequest.decision === decision)) {
      return { request, outcome: "limit", message: OVER_BUDGET };
    }
    const shownRequest = shown.find((grantedRequest) => grantedRequest.decision === decision);
    if (shownRequest === undefined) return { request, outcome, message };
    const held = findHeld(shownRequest.candidate, bundle);
    if (listGaps(shownRequest.candidate, held).length === 0) {
      const { path, startLine, endLine } = shownRequest.candidate;
      const lines = `Lines ${startLine}-${endLine} of "${path}"`;
      return { request, outcome: "already_present", message: `${lines} are ${ALREADY_HELD}` };
    }
    const parts = [
      message,
      ...held.map(({ startLine, endLine }) => `lines ${startLine}-${endLine} are ${ALREADY_HELD}`),
      ...formatDuplicates(shownRequest.candidate, bundle),
    ];
    return { request, outcome, message: parts.join("; ") };
  });
}

/** Returns the lines of a candidate that its session has, so that they are not shown. */
function findHeld(
  { path, startLine, endLine }: PassageCandidate,
  { omitted }: Bundle,
): readonly LineRange[] {
  return mergeRanges(
    omitted.flatMap(({ location, reason }) =>
      location?.path !== path || reason !== "already_present" ? [] : [{
        startLine: Math.max(startLine, location.startLine),
        endLine: Math.min(endLine, location.endLine),
      }]
    ),
  );
}

/** Returns the location of the other file that shows the lines of a candidate. */
function formatDuplicates(
  { path, startLine, endLine, document }: PassageCandidate,
  { omitted, fragments }: Bundle,
): readonly string[] {
  return omitted.flatMap(({ location: lines, reason }) => {
    if (reason !== "duplicate" || lines?.path !== path) return [];
    if (!containsLines({ startLine, endLine }, lines)) return [];
    const text = `\n${sliceLines(document, lines)}\n`;
    for (const { location, text: shown } of fragments) {
      const at = `\n${shown}\n`.indexOf(text);
      if (location === undefined || location.path === path || at < 0) continue;
      const first = location.startLine + shown.slice(0, at).split("\n").length - 1;
      const last = first + lines.endLine - lines.startLine;
      return [
        `lines ${lines.startLine}-${lines.endLine} are the same as lines ${first}-${last} of "${location.path}"`,
      ];
    }
    return [];
  });
}

function holdsRequest({ candidate }: GrantedRequest, { path, range }: RequestDecision): boolean {
  return path === candidate.path && range !== undefined && containsLines(candidate, range);
}
