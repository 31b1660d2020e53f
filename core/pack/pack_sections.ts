import { asPassage } from "./as_passage.ts";
import type { Omission, Passage } from "./bundle.ts";
import {
  highestScore,
  type PackedPassages,
  type PackOptions,
  packPassages,
} from "./pack_passages.ts";
import {
  isBlankRange,
  type PassageCandidate,
  type PassageSource,
  sliceLines,
} from "./passage_candidate.ts";

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
 * such lines the others remain, and what
 * touches becomes one passage with the role of the first.
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
  const sources = new Map<string, PassageSource>();
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
    for (const { document, path } of candidates) sources.set(path, document);
    for (const passage of packed.passages) {
      left -= passage.tokens;
      const at = passages.findIndex((other) => isNeighbour(other, passage, sources));
      const joined = at < 0 ? undefined : join(passages[at]!, passage, { sources, cost });
      if (joined === undefined) passages.push({ ...passage, rank: passages.length + 1 });
      else {
        left += passages[at]!.tokens + passage.tokens - joined.tokens;
        passages[at] = joined;
      }
    }
    omitted.push(...packed.omitted);
    if (isNamed === true) named = passages.length;
  }
  return { passages, omitted, named };
}

/** Returns whether two passages give lines of one file with nothing but blank lines between them. */
function isNeighbour(
  a: Passage,
  b: Passage,
  sources: ReadonlyMap<string, PassageSource>,
): boolean {
  const source = sources.get(a.path);
  if (a.path !== b.path || source === undefined) return false;
  const startLine = Math.min(a.endLine, b.endLine) + 1;
  const endLine = Math.max(a.startLine, b.startLine) - 1;
  return isBlankRange(source, { startLine, endLine }) &&
    // What stands in place of lines has no neighbours.
    [a, b].every((passage) => passage.text === sliceLines(source, passage) && passage.text !== "");
}

/** Returns one passage over both, with name and role of the first, when it costs no more than they do. */
function join(
  first: Passage,
  second: Passage,
  { sources, cost }: Pick<PackOptions, "cost"> & {
    readonly sources: ReadonlyMap<string, PassageSource>;
  },
): Passage | undefined {
  const { rank, tokens, text: _, form: __, edited: ___, ...named } = first;
  const reasons = [...new Set([...first.reasons ?? [], ...second.reasons ?? []])];
  const joined = asPassage({
    ...named,
    startLine: Math.min(first.startLine, second.startLine),
    endLine: Math.max(first.endLine, second.endLine),
    ...(reasons.length === 0 ? {} : { reasons }),
    document: sources.get(first.path)!,
  });
  const spent = Math.ceil(cost(joined));
  return spent > tokens + second.tokens ? undefined : { ...joined, rank, tokens: spent };
}

/** Returns the parts of a candidate whose lines no passage shows in full. */
function uncovered(
  candidate: PassageCandidate,
  passages: readonly Passage[],
): readonly PassageCandidate[] {
  let parts: readonly PassageCandidate[] = [candidate];
  for (const { path, form, remark, edited, startLine, endLine } of passages) {
    if (path !== candidate.path || form === "outline") continue;
    // A document that is cut inside its only line shows a part of it.
    if (edited && startLine === endLine && candidate.role === "requested") continue;
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
