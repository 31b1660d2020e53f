import type {
  Bundle,
  LineRange,
  PassageCandidate,
  RequestDecision,
  RequestOutcome,
} from "@dossier/core";
import { holdsLines, listGaps, mergeRanges, sliceLines } from "@dossier/core/fragment";

/** A request that is granted, and the lines that answer it. */
export interface GrantedRequest {
  readonly decision: RequestDecision;
  readonly candidate: PassageCandidate;
}

/** What was asked for does not fit the budget. */
const OVER_BUDGET = "It does not fit the budget of the answer: ask for fewer lines";

/** What is said of lines that are not given again. */
const ALREADY_HELD = "in your context already";

/** Returns whether an answer has no room for the lines of a request, or for a part of them. */
export function isOmitted({ candidate }: GrantedRequest, { omitted }: Bundle): boolean {
  return omitted.some(({ location, reason }) =>
    reason === "budget" && location?.path === candidate.path &&
    // Of what is shown in part the rest is left out.
    (holdsLines(location, candidate) || holdsLines(candidate, location))
  );
}

/**
 * Returns what became of each request, as it turned out when the answer was packed: some may not have
 * fitted, which others were told to look at, and a text that two files have is shown once.
 */
export function resolveOutcomes(
  decisions: readonly RequestDecision[],
  { wanted, shown, bundle }: {
    readonly wanted: readonly GrantedRequest[];
    /** Those of them that there is room for. */
    readonly shown: readonly GrantedRequest[];
    readonly bundle: Bundle;
  },
): readonly RequestOutcome[] {
  const missed = wanted.filter((asked) => !shown.includes(asked));
  return decisions.map((decision) => {
    const { request, outcome, message } = decision;
    const isHeldBy = (asked: GrantedRequest) => holdsRequest(asked, decision);
    const isLost = outcome === "already_present" && missed.some(isHeldBy) && !shown.some(isHeldBy);
    if (isLost || missed.some((asked) => asked.decision === decision)) {
      return { request, outcome: "limit", message: OVER_BUDGET };
    }
    const given = shown.find((asked) => asked.decision === decision);
    if (given === undefined) return { request, outcome, message };
    const held = findHeld(given.candidate, bundle);
    if (listGaps(given.candidate, held).length === 0) {
      const { path, startLine, endLine } = given.candidate;
      const lines = `Lines ${startLine}-${endLine} of "${path}"`;
      return { request, outcome: "already_present", message: `${lines} are ${ALREADY_HELD}` };
    }
    const parts = [
      message,
      ...held.map(({ startLine, endLine }) => `lines ${startLine}-${endLine} are ${ALREADY_HELD}`),
      ...formatDuplicates(given.candidate, bundle),
    ];
    return { request, outcome, message: parts.join("; ") };
  });
}

/** Returns the lines of a candidate that its session holds, so that they are not among those shown. */
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

/** Returns where the lines of a candidate are shown that another file has as well. */
function formatDuplicates(
  { path, startLine, endLine, document }: PassageCandidate,
  { omitted, fragments }: Bundle,
): readonly string[] {
  return omitted.flatMap(({ location: lines, reason }) => {
    if (reason !== "duplicate" || lines?.path !== path) return [];
    if (!holdsLines({ startLine, endLine }, lines)) return [];
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
  return path === candidate.path && range !== undefined && holdsLines(candidate, range);
}
