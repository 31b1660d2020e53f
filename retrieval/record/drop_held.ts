import type { Omission, PassageCandidate, TokenEstimator } from "@dossier/core";
import { asPassage, highestScore, type PackSection } from "@dossier/core/pack";
import { textHash } from "../scan/content_hash.ts";
import type { IsHeld } from "./deliveries.ts";

/** Sections without what a session holds, and what that is. */
export interface NewSections {
  /** As they were given, with fewer candidates. */
  readonly sections: readonly PackSection[];
  /** What the session holds, as `already_present`. */
  readonly omitted: readonly Omission[];
}

/** What {@link dropHeld} goes by. */
export interface DropHeldOptions {
  /** Says what the session holds. */
  readonly isHeld: IsHeld;
  /** Counts what showing it again would cost. */
  readonly estimator: TokenEstimator;
}

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
  for (const section of sections) {
    const candidates: PassageCandidate[] = [];
    for (const candidate of section.candidates) {
      if (await isNew(candidate)) candidates.push(candidate);
    }
    // What is new is no better for being compared with less.
    kept.push({ ...section, candidates, bestScore: highestScore(section.candidates) });
  }
  return { sections: kept, omitted: [...omitted.values()] };
}
