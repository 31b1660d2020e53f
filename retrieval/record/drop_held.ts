import type { Note, Omission, PassageCandidate, TokenEstimator } from "@dossier/core";
import { asPassage, highestScore, type PackSection } from "@dossier/core/pack";
import { textHash } from "../scan/content_hash.ts";
import type { IsHeld } from "./deliveries.ts";

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
  /** Says what the session holds. */
  readonly isHeld: IsHeld;
  /** Counts what showing it again would cost. */
  readonly estimator: TokenEstimator;
}

/** Files that are named in a note. */
const MAX_NAMED_FILES = 10;

/** Returns the sections without the candidates that a session holds, unchanged, from earlier bundles. */
export async function dropHeld(
  sections: readonly PackSection[],
  { isHeld, estimator }: DropHeldOptions,
): Promise<NewSections> {
  const omitted = new Map<string, Omission>();
  const isNew = async (candidate: PassageCandidate) => {
    const { path, startLine, endLine, text } = asPassage(candidate);
    const contentHash = await textHash(text);
    if (!await isHeld({ path, startLine, endLine, contentHash })) return true;
    const tokens = Math.ceil(estimator.count(text));
    // The ranking may propose what another section has as well.
    const place = `${path}:${startLine}-${endLine}`;
    omitted.set(place, { path, startLine, endLine, tokens, reason: "already_present" });
    return false;
  };
  const kept: PackSection[] = [];
  const heldFiles = new Set<string>();
  for (const section of sections) {
    const candidates: PassageCandidate[] = [];
    for (const candidate of section.candidates) {
      if (await isNew(candidate)) candidates.push(candidate);
      else if (section.isNamed) heldFiles.add(candidate.path);
    }
    // What is new is no better for being compared with less.
    kept.push({ ...section, candidates, bestScore: highestScore(section.candidates) });
  }
  return { sections: kept, omitted: [...omitted.values()], notes: noteHeld([...heldFiles]) };
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
