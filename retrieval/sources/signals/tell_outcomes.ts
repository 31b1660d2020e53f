import type {
  Bundle,
  LineRange,
  PassageCandidate,
  RequestDecision,
  RequestOutcome,
} from "@dossier/core";
import { listGaps, sliceLines } from "@dossier/core/pack";
import { mergeRanges } from "@dossier/core/plan";

/** A request that is granted, and the lines that answer it. */
export interface AnsweredRequest {
  /** What was decided on it. */
  readonly decision: RequestDecision;
  /** The lines. */
  readonly candidate: PassageCandidate;
}

/** What {@link tellOutcomes} goes by. */
export interface TellOutcomesOptions {
  /** What was to be shown. */
  readonly wanted: readonly AnsweredRequest[];
  /** What of it there is room for. */
  readonly shown: readonly AnsweredRequest[];
  /** The answer that shows it. */
  readonly bundle: Bundle;
}

/** What was asked for does not fit the budget. */
const NO_ROOM = "It does not fit the budget of the answer: ask for fewer lines";

/** What is said of lines that are not given again. */
const HELD = "in your context already";

/** Returns whether an answer has no room for the lines of a request, or for a part of them. */
export function isMissed({ candidate }: AnsweredRequest, { omitted }: Bundle): boolean {
  return omitted.some((omission) =>
    omission.reason === "budget" && omission.path === candidate.path &&
    // Of what is shown in part the rest is left out.
    (holdsLines(omission, candidate) || holdsLines(candidate, omission))
  );
}

/**
 * Returns what became of each request, as it turned out when the answer was packed: some may not have
 * fitted, which others were told to look at, and a text that two files have is shown once.
 */
export function tellOutcomes(
  decisions: readonly RequestDecision[],
  { wanted, shown, bundle }: TellOutcomesOptions,
): readonly RequestOutcome[] {
  const missed = wanted.filter((asked) => !shown.includes(asked));
  return decisions.map((decision) => {
    const { request, outcome, message } = decision;
    const isHeldBy = (asked: AnsweredRequest) => holdsRequest(asked, decision);
    const isLost = outcome === "already_present" && missed.some(isHeldBy) && !shown.some(isHeldBy);
    if (isLost || missed.some((asked) => asked.decision === decision)) {
      return { request, outcome: "limit", message: NO_ROOM };
    }
    const given = shown.find((asked) => asked.decision === decision);
    if (given === undefined) return { request, outcome, message };
    const held = findHeld(given.candidate, bundle);
    if (listGaps(given.candidate, held).length === 0) {
      const { path, startLine, endLine } = given.candidate;
      const lines = `Lines ${startLine}-${endLine} of "${path}"`;
      return { request, outcome: "already_present", message: `${lines} are ${HELD}` };
    }
    const parts = [
      message,
      ...held.map(({ startLine, endLine }) => `lines ${startLine}-${endLine} are ${HELD}`),
      ...tellDuplicates(given.candidate, bundle),
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
    omitted.filter((omission) => omission.path === path && omission.reason === "already_present")
      .map((omission) => ({
        startLine: Math.max(startLine, omission.startLine),
        endLine: Math.min(endLine, omission.endLine),
      })),
  );
}

/** Returns where the lines of a candidate are shown that another file has as well. */
function tellDuplicates(
  { path, startLine, endLine, document }: PassageCandidate,
  { omitted, passages }: Bundle,
): readonly string[] {
  return omitted.flatMap((omission) => {
    const isPart = omission.path === path && holdsLines({ startLine, endLine }, omission);
    if (omission.reason !== "duplicate" || !isPart) return [];
    const text = `\n${sliceLines(document, omission)}\n`;
    for (const passage of passages) {
      const at = `\n${passage.text}\n`.indexOf(text);
      if (passage.path === path || at < 0) continue;
      const first = passage.startLine + passage.text.slice(0, at).split("\n").length - 1;
      const last = first + omission.endLine - omission.startLine;
      return [
        `lines ${omission.startLine}-${omission.endLine} are the same as lines ${first}-${last} of "${passage.path}"`,
      ];
    }
    return [];
  });
}

function holdsRequest({ candidate }: AnsweredRequest, { path, range }: RequestDecision): boolean {
  return path === candidate.path && range !== undefined && holdsLines(candidate, range);
}

function holdsLines(outer: LineRange, inner: LineRange): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}
