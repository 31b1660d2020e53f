import {
  type FragmentCandidate,
  isBlankRange,
  isPassage,
  type PassageCandidate,
  toFragment,
} from "../fragment/candidate.ts";
import { joinRanges, shownRanges } from "../fragment/elide.ts";
import type { UnhashedFragment } from "../fragment/fragment.ts";
import { listGaps, overlapsLines } from "../fragment/lines.ts";
import { omitUndefined } from "../text/omit_undefined.ts";

/** Fragment under construction with its candidate. */
export interface Slot {
  /** Position of its best candidate, 0-based. */
  readonly position: number;
  readonly fragment: UnhashedFragment;
  readonly candidate: FragmentCandidate;
}

/** Returns the common key of candidates of one file or of one other source. */
export function sourceKeyOf(candidate: FragmentCandidate): string {
  return isPassage(candidate) ? candidate.path : candidate.source;
}

/**
 * Returns one slot with both ranges. It has the name and the position of the slot with the better
 * rank, and the higher of the two scores.
 */
export function mergeSlots(a: Slot, b: Slot): Slot {
  const [first, second] = a.position <= b.position ? [a, b] : [b, a];
  const [one, other] = [first.candidate, second.candidate] as [PassageCandidate, PassageCandidate];
  const { score, explanation } = a.candidate.score >= b.candidate.score ? a.candidate : b.candidate;
  const { path, kind, language, symbol, container, role, remark, document } = one;
  const reasons = one.reasons || other.reasons
    ? [...new Set([...one.reasons ?? [], ...other.reasons ?? []])]
    : undefined;
  const candidate: PassageCandidate = {
    path,
    kind,
    language,
    score,
    document,
    ...joinRanges([...shownRanges(one), ...shownRanges(other)], document),
    ...omitUndefined({ symbol, container, role, remark, reasons, explanation }),
  };
  return { position: first.position, candidate, fragment: toFragment(candidate) };
}

/** Returns true when both are unchanged lines, with only blank lines between them. */
export function touches({ fragment: shown, candidate: old }: Slot, { candidate }: Slot): boolean {
  if (!isPassage(old) || !isPassage(candidate)) return false;
  if (old.replacement !== undefined || candidate.replacement !== undefined) return false;
  if (shown.form === "outline" || shown.form === "reference") return false;
  if (overlapsLines(old, candidate)) return true;
  const startLine = Math.min(old.endLine, candidate.endLine) + 1;
  const endLine = Math.max(old.startLine, candidate.startLine) - 1;
  return isBlankRange(old.document, { startLine, endLine });
}

/** Returns true when the slot shows an outline of lines that did not fit. */
export function isOutlineOver(
  { fragment: shown, candidate }: Slot,
  fragment: UnhashedFragment,
): boolean {
  return shown.form === "outline" && !isRequestedOutline(candidate) && overlaps(shown, fragment);
}

/** Returns true when the slot names or declares everything that the fragment would name. */
export function represents(
  { fragment: shown, candidate }: Slot,
  fragment: UnhashedFragment,
): boolean {
  return !(shown.form === "outline" && isRequestedOutline(candidate)) && covers(shown, fragment);
}

/**
 * Returns true when an outline was requested: it omits definitions that are shown in full beside
 * it.
 */
function isRequestedOutline(candidate: FragmentCandidate): boolean {
  return isPassage(candidate) && candidate.replacement !== undefined;
}

/**
 * Returns true when two fragments of one source have common lines; always true for sources other
 * than files.
 */
export function overlaps(
  { location: a }: UnhashedFragment,
  { location: b }: UnhashedFragment,
): boolean {
  return a === undefined || b === undefined || overlapsLines(a, b);
}

/**
 * Returns true when the first of two fragments of one source shows or represents all lines of the
 * second.
 */
export function covers(
  { location: outer }: UnhashedFragment,
  { location: inner }: UnhashedFragment,
): boolean {
  if (outer === undefined || inner === undefined) return true;
  return shownRanges(inner).every((range) => listGaps(range, shownRanges(outer)).length === 0);
}
