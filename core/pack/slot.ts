import { asPassage } from "./as_passage.ts";
import type { Passage } from "./bundle.ts";
import { isBlankRange, type PassageCandidate } from "./passage_candidate.ts";

/** A passage under construction with the 0-based position of its best candidate. */
export interface Slot {
  /** Position of its best candidate, 0-based. */
  readonly position: number;
  /** What is shown. */
  readonly passage: Passage;
  /** What it is made of. */
  readonly candidate: PassageCandidate;
}

/** Returns one slot over both ranges: name and place of the better ranked, score of the higher scored. */
export function mergeSlots(a: Slot, b: Slot): Slot {
  const first = a.position <= b.position ? a : b;
  const { score, explanation } = a.candidate.score >= b.candidate.score ? a.candidate : b.candidate;
  const { path, kind, language, symbol, role, remark, document } = first.candidate;
  const reasons = mergeReasons(first.candidate, (first === a ? b : a).candidate);
  const candidate: PassageCandidate = {
    path,
    kind,
    language,
    startLine: Math.min(a.candidate.startLine, b.candidate.startLine),
    endLine: Math.max(a.candidate.endLine, b.candidate.endLine),
    ...(symbol === undefined ? {} : { symbol }),
    score,
    ...(role === undefined ? {} : { role }),
    ...(remark === undefined ? {} : { remark }),
    ...(reasons === undefined ? {} : { reasons }),
    ...(explanation === undefined ? {} : { explanation }),
    document,
  };
  return { position: first.position, candidate, passage: asPassage(candidate) };
}

/** Returns why either candidate was chosen, each reason once; nothing where neither says it. */
function mergeReasons(
  first: PassageCandidate,
  second: PassageCandidate,
): readonly string[] | undefined {
  if (first.reasons === undefined || second.reasons === undefined) {
    return first.reasons ?? second.reasons;
  }
  return [...new Set([...first.reasons, ...second.reasons])];
}

/** Returns whether nothing but blank lines lies between the slot's text and the passage. */
export function touches({ passage: other, candidate }: Slot, passage: Passage): boolean {
  if (other.form === "outline" || other.form === "reference") return false;
  if (candidate.instead !== undefined) return false;
  if (overlaps(other, passage)) return true;
  const startLine = Math.min(other.endLine, passage.endLine) + 1;
  const endLine = Math.max(other.startLine, passage.startLine) - 1;
  return isBlankRange(candidate.document, { startLine, endLine });
}

/** Returns whether the slot shows an outline because its lines did not fit. */
export function isOutlineOver({ passage: other, candidate }: Slot, passage: Passage): boolean {
  // One that was asked for leaves out what is shown in full beside it.
  return other.form === "outline" && candidate.instead === undefined && overlaps(other, passage);
}

/** Returns whether the slot names or declares all that the passage would name. */
export function standsFor({ passage: other, candidate }: Slot, passage: Passage): boolean {
  // An outline that was asked for leaves out what is to be shown in full beside it.
  const isPartial = other.form === "outline" && candidate.instead !== undefined;
  return !isPartial && covers(other, passage);
}

/** Returns whether two passages of a file have lines in common. */
export function overlaps(a: Passage, b: Passage): boolean {
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
}

/** Returns whether one passage has all lines of another of its file. */
export function covers(outer: Passage, inner: Passage): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}
