import { shownRanges } from "../fragment/elide.ts";
import { POLICY_ROLES, type UnhashedFragment } from "../fragment/fragment.ts";
import { removeOutlineEntries } from "../fragment/outline_text.ts";
import type { PackedSections } from "./pack_sections.ts";
import type { FragmentCost } from "./section.ts";

/** Packed fragments, and the number of fragments in each section. */
type PackedFragments = Pick<PackedSections, "fragments" | "sections">;

/**
 * Returns packed fragments without repetitions: no outline declares a definition that another
 * fragment shows in full. An outline without remaining declarations is replaced by the first
 * fragment that shows its definitions, which gets its role.
 */
export function trimOutlines<Packed extends PackedFragments>(
  packed: Packed,
  cost: FragmentCost,
): Packed {
  const fragments: (UnhashedFragment | undefined)[] = [...packed.fragments];
  packed.fragments.forEach((outline, at) => {
    if (outline.form !== "outline" || outline.location === undefined) return;
    const shown = packed.fragments.filter((other) => showsLinesOf(other, outline));
    const ranges = shown.flatMap(({ location }) => shownRanges(location!));
    const text = removeOutlineEntries(outline.text, ranges);
    if (text === outline.text) return;
    if (text !== "") {
      fragments[at] = withCost({ ...outline, text }, cost);
      return;
    }
    const replacement = fragments.findIndex((other, index) =>
      other !== undefined && index > at && shown.includes(packed.fragments[index]!) &&
      canReplaceOutline(other, outline)
    );
    fragments[at] = replacement < 0
      ? undefined
      : withCost(replaceOutline(fragments[replacement]!, outline), cost);
    if (replacement >= 0) fragments[replacement] = undefined;
  });
  let end = 0;
  const sections = packed.sections.map((section) => {
    const own = fragments.slice(end, end += section.fragments).filter((one) => one !== undefined);
    const used = own.reduce((total, { tokens }) => total + tokens, 0);
    return { ...section, used, fragments: own.length };
  });
  const kept = fragments.filter((one) => one !== undefined);
  return { ...packed, sections, fragments: kept.map((one, at) => ({ ...one, rank: at + 1 })) };
}

/** Returns true when a fragment shows unchanged lines of the file of an outline. */
function showsLinesOf(
  { form, text, location }: UnhashedFragment,
  outline: UnhashedFragment,
): boolean {
  return (form === "whole" || form === "snippet") && text !== "" &&
    location?.path === outline.location!.path;
}

/** Returns true when a fragment may replace an outline: texts of a policy keep their position. */
function canReplaceOutline(fragment: UnhashedFragment, outline: UnhashedFragment): boolean {
  return fragment.position === outline.position && !POLICY_ROLES.has(fragment.role);
}

/** Returns a fragment in the place of an outline, with its role and its reasons. */
function replaceOutline(
  fragment: UnhashedFragment,
  { role, reasons = [] }: UnhashedFragment,
): UnhashedFragment {
  const all = [...new Set([...reasons, ...fragment.reasons ?? []])];
  return {
    ...fragment,
    ...(role === undefined ? {} : { role }),
    ...(all.length === 0 ? {} : { reasons: all }),
  };
}

function withCost(fragment: UnhashedFragment, cost: FragmentCost): UnhashedFragment {
  return { ...fragment, tokens: Math.ceil(cost(fragment)) };
}
