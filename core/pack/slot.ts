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
import { present } from "../text/present.ts";

/** A fragment under construction, and what it is of. */
export interface Slot {
  /** Of its best candidate, 0-based. */
  readonly position: number;
  readonly fragment: UnhashedFragment;
  readonly candidate: FragmentCandidate;
}

/** Returns what candidates have in common that are of one file, or of one other source. */
export function sourceKeyOf(candidate: FragmentCandidate): string {
  return isPassage(candidate) ? candidate.path : candidate.source;
}

/** Returns one slot over both ranges: name and place of the better ranked, score of the higher scored. */
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
    ...present({ symbol, container, role, remark, reasons, explanation }),
  };
  return { position: first.position, candidate, fragment: toFragment(candidate) };
}

/** Returns whether both are lines as they are, with nothing but blank ones between them. */
export function touches({ fragment: shown, candidate: old }: Slot, { candidate }: Slot): boolean {
  if (!isPassage(old) || !isPassage(candidate)) return false;
  if (old.replacement !== undefined || candidate.replacement !== undefined) return false;
  if (shown.form === "outline" || shown.form === "reference") return false;
  if (overlapsLines(old, candidate)) return true;
  const startLine = Math.min(old.endLine, candidate.endLine) + 1;
  const endLine = Math.max(old.startLine, candidate.startLine) - 1;
  return isBlankRange(old.document, { startLine, endLine });
}

/** Returns whether the slot shows an outline of lines that did not fit. */
export function isOutlineOver(
  { fragment: shown, candidate }: Slot,
  fragment: UnhashedFragment,
): boolean {
  return shown.form === "outline" && !isRequestedOutline(candidate) && overlaps(shown, fragment);
}

/** Returns whether the slot names or declares all that the fragment would name. */
export function represents(
  { fragment: shown, candidate }: Slot,
  fragment: UnhashedFragment,
): boolean {
  return !(shown.form === "outline" && isRequestedOutline(candidate)) && covers(shown, fragment);
}

/** Returns whether an outline was asked for: it leaves out what is shown in full beside it. */
function isRequestedOutline(candidate: FragmentCandidate): boolean {
  return isPassage(candidate) && candidate.replacement !== undefined;
}

/** Returns whether two fragments of one place have lines in common; of no file all are the same. */
export function overlaps(
  { location: a }: UnhashedFragment,
  { location: b }: UnhashedFragment,
): boolean {
  return a === undefined || b === undefined || overlapsLines(a, b);
}

/** Returns whether the first of two fragments of one place shows, or stands for, all lines of the second. */
export function covers(
  { location: outer }: UnhashedFragment,
  { location: inner }: UnhashedFragment,
): boolean {
  if (outer === undefined || inner === undefined) return true;
  return shownRanges(inner).every((range) => listGaps(range, shownRanges(outer)).length === 0);
}
