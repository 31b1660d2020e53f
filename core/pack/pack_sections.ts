import type { Omission, Passage } from "./bundle.ts";
import {
  highestScore,
  type PackedPassages,
  type PackOptions,
  packPassages,
} from "./pack_passages.ts";
import { isBlankRange, type PassageCandidate } from "./passage_candidate.ts";

/** Candidates that compete with each other, and what they may take of a bundle. */
export interface PackSection {
  /** Best first. */
  readonly candidates: readonly PassageCandidate[];
  /**
   * Most tokens of the section.
   *
   * @default what the sections before it leave
   */
  readonly limit?: number;
  /** Most passages of the section, which may depend on those of the sections before it. */
  readonly maxPassages?: number | ((shown: readonly Passage[]) => number);
  /** Share of the best score that a candidate needs; see `packPassages()`. */
  readonly relevanceFloor?: number;
  /** What candidates are compared with, when better ones have been taken out; see `packPassages()`. */
  readonly bestScore?: number;
  /** Whether none of them may go missing as somebody named them; see `packPassages()`. @default false */
  readonly isNamed?: boolean;
}

/** What {@link packSections} chose, and what it did not. */
export interface PackedSections extends PackedPassages {
  /** How many of the passages, from the first on, are there up to the last that somebody named. */
  readonly named: number;
}

/**
 * Chooses what to show of several rankings within one limit. The first section takes what it needs
 * before the second does, and none shows lines that an earlier one shows: of a candidate that holds
 * such lines the others remain.
 *
 * @returns Passages in the order of their sections, and every candidate that no passage covers.
 *
 * @example
 * ```ts
 * import { packSections } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const document = { lines: ["one", "two", "three"] };
 * const file = { path: "a.txt", kind: "document", language: "text", document, score: 1 } as const;
 * const packed = packSections([
 *   { candidates: [{ ...file, startLine: 2, endLine: 2 }] },
 *   { candidates: [{ ...file, startLine: 1, endLine: 2 }] },
 * ], { limit: 100, cost: (passage) => passage.text.length });
 * assert.deepEqual(packed.passages.map(({ text }) => text), ["two", "one"]);
 * ```
 */
export function packSections(
  sections: readonly PackSection[],
  { limit, cost }: Pick<PackOptions, "limit" | "cost">,
): PackedSections {
  const passages: Passage[] = [];
  const omitted: Omission[] = [];
  let named = 0;
  let left = limit;
  for (const section of sections) {
    const { candidates, limit: own = Infinity, maxPassages, relevanceFloor, isNamed } = section;
    const { bestScore = highestScore(candidates) } = section;
    const remaining = passages.length === 0
      ? candidates
      : candidates.flatMap((candidate) => uncovered(candidate, passages));
    const packed = packPassages(remaining, {
      limit: Math.min(left, own),
      cost,
      bestScore,
      ...(maxPassages === undefined ? {} : {
        maxPassages: typeof maxPassages === "number" ? maxPassages : maxPassages(passages),
      }),
      ...(relevanceFloor === undefined ? {} : { relevanceFloor }),
      ...(isNamed === undefined ? {} : { isNamed }),
    });
    for (const passage of packed.passages) {
      left -= passage.tokens;
      passages.push({ ...passage, rank: passages.length + 1 });
    }
    omitted.push(...packed.omitted);
    if (isNamed === true) named = passages.length;
  }
  return { passages, omitted, named };
}

/** Returns the parts of a candidate whose lines no passage shows in full. */
function uncovered(
  candidate: PassageCandidate,
  passages: readonly Passage[],
): readonly PassageCandidate[] {
  let parts: readonly PassageCandidate[] = [candidate];
  for (const { path, form, remark, startLine, endLine } of passages) {
    if (path !== candidate.path || form === "outline") continue;
    // Only for what is named as well are lines that are named enough, unless it says where they are shown.
    const isOnlyNamed = form === "reference" && remark === undefined;
    if (isOnlyNamed && candidate.instead?.form !== "reference") continue;
    parts = parts.flatMap((part) => {
      if (part.endLine < startLine || part.startLine > endLine) return [part];
      // What stands in place of lines has no parts.
      if (part.instead !== undefined && part.instead.form !== "reference") return [];
      return [
        { ...part, endLine: startLine - 1 },
        { ...part, startLine: endLine + 1 },
      ].filter((rest) => rest.startLine <= rest.endLine && !isBlankRange(rest.document, rest));
    });
  }
  return parts;
}
