import type { LineRange, Note, Omission, PassageCandidate, TokenEstimator } from "@dossier/core";
import { asPassage, highestScore, type PackSection } from "@dossier/core/pack";
import { textHash } from "../scan/content_hash.ts";
import type { Holdings } from "./deliveries.ts";

/** Sections without what a session holds, and what that is. */
export interface NewSections {
  /** As they were given, with fewer candidates. */
  readonly sections: readonly PackSection[];
  /** What the session holds, as `already_present`. */
  readonly omitted: readonly Omission[];
  /** Says which files that somebody named are among that. */
  readonly notes: readonly Note[];
}

/** What {@link dropHeld} goes by. */
export interface DropHeldOptions {
  /** What the session holds. */
  readonly holdings: Holdings;
  /** Counts what showing it again would cost. */
  readonly estimator: TokenEstimator;
}

/** What is said of lines that are given anew. */
const CHANGED = "Changed since it was given; the lines of it that are not here are as they were.";

/** Files that are named in a note. */
const MAX_NAMED_FILES = 10;

/**
 * Returns the sections without the candidates that a session holds, unchanged, from earlier bundles; of one
 * whose file has changed, the lines that are new and those around them.
 */
export async function dropHeld(
  sections: readonly PackSection[],
  { holdings, estimator }: DropHeldOptions,
): Promise<NewSections> {
  const omitted = new Map<string, Omission>();
  const omit = (candidate: PassageCandidate) => {
    const { path, startLine, endLine, text } = asPassage(candidate);
    const tokens = Math.ceil(estimator.count(text));
    // The ranking may propose what another section has as well.
    const place = `${path}:${startLine}-${endLine}`;
    omitted.set(place, { path, startLine, endLine, tokens, reason: "already_present" });
  };
  /** Candidates of which only a part is new, by path. */
  const tried = new Map<string, readonly LineRange[]>();
  /** Returns what of a candidate is new. */
  const findNew = async (candidate: PassageCandidate): Promise<readonly PassageCandidate[]> => {
    const { path, startLine, endLine, text } = asPassage(candidate);
    const contentHash = await textHash(text);
    if (await holdings.isHeld({ path, startLine, endLine, contentHash })) {
      omit(candidate);
      return [];
    }
    const { document: { lines }, instead } = candidate;
    const ranges = instead !== undefined ? undefined : await holdings.findNew({
      ...{ path, startLine, lines: lines.slice(startLine - 1, endLine) },
      isFileEnd: endLine === lines.length,
    });
    if (ranges === undefined) return [candidate];
    const earlier = tried.get(path) ?? [];
    tried.set(path, [...earlier, { startLine, endLine }]);
    // The ranking may propose a part of what another section has.
    if (!earlier.some((range) => range.startLine <= startLine && endLine <= range.endLine)) {
      listGaps(candidate, ranges).forEach((gap) => omit(toPart(candidate, gap)));
    }
    return ranges.map((range) => toPart(candidate, range, CHANGED));
  };
  const kept: PackSection[] = [];
  const heldFiles = new Set<string>();
  for (const section of sections) {
    const candidates: PassageCandidate[] = [];
    for (const candidate of section.candidates) {
      const fresh = await findNew(candidate);
      candidates.push(...fresh);
      if (fresh.length === 0 && section.isNamed) heldFiles.add(candidate.path);
    }
    // What is new is no better for being compared with less.
    kept.push({ ...section, candidates, bestScore: highestScore(section.candidates) });
  }
  return { sections: kept, omitted: [...omitted.values()], notes: noteHeld([...heldFiles]) };
}

/** Returns a candidate for a range of another one. */
function toPart(
  { path, kind, language, symbol, score, role, reasons, explanation, document }: PassageCandidate,
  { startLine, endLine }: LineRange,
  remark?: string,
): PassageCandidate {
  return {
    ...{ path, kind, language, startLine, endLine, score, document },
    ...(symbol === undefined ? {} : { symbol }),
    ...(role === undefined ? {} : { role }),
    ...(remark === undefined ? {} : { remark }),
    ...(reasons === undefined ? {} : { reasons }),
    ...(explanation === undefined ? {} : { explanation }),
  };
}

/** Returns the lines of a candidate that are in none of some ranges in order. */
function listGaps(
  { startLine, endLine }: LineRange,
  ranges: readonly LineRange[],
): readonly LineRange[] {
  const starts = [startLine, ...ranges.map((range) => range.endLine + 1)];
  const ends = [...ranges.map((range) => range.startLine - 1), endLine];
  return starts.map((start, at) => ({ startLine: start, endLine: ends[at]! }))
    .filter((gap) => gap.startLine <= gap.endLine);
}

/** Returns the note that files are not shown as their reader has them, which no reader is to wonder at. */
function noteHeld(paths: readonly string[]): Note[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, MAX_NAMED_FILES);
  const more = paths.length - named.length;
  const names = [...named, ...(more === 0 ? [] : [`${more} more`])].join(", ");
  return [{
    code: "manifest-held",
    message: `Not shown again as the session holds what they say: ${names}`,
  }];
}
