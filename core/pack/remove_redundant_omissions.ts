import type { FileLines, UnhashedFragment } from "../fragment/fragment.ts";
import { shownRanges } from "../fragment/elide.ts";
import { containsLines, listGaps } from "../fragment/lines.ts";
import type { Omission } from "./bundle.ts";

/**
 * Returns omissions without redundant ones: lines that a fragment shows after all, and lines that
 * are part of another omission. Several sections may propose the same file.
 */
export function removeRedundantOmissions(
  omitted: readonly Omission[],
  fragments: readonly UnhashedFragment[],
): readonly Omission[] {
  const shown = Map.groupBy(
    fragments.filter(({ form }) => form === "whole" || form === "snippet"),
    sourceKeyOf,
  );
  const distinct = [...new Set(omitted)];
  const bySource = Map.groupBy(distinct, sourceKeyOf);
  return distinct.filter((omission) => {
    const all = bySource.get(sourceKeyOf(omission))!;
    const at = all.indexOf(omission);
    return !(shown.get(sourceKeyOf(omission)) ?? []).some((fragment) =>
      showsAll(fragment, omission)
    ) &&
      // The first of two equal omissions stays.
      !all.some((other, index) =>
        index !== at && containsLocation(other, omission) &&
        (index < at || !containsLocation(omission, other))
      );
  });
}

/** Item with a source and a location. */
interface Located {
  readonly source: string;
  readonly location?: FileLines;
}

function sourceKeyOf({ source, location }: Located): string {
  return location?.path ?? source;
}

/**
 * Returns true when a fragment shows everything of an omission; false for the cut part of a
 * fragment.
 */
function showsAll(fragment: UnhashedFragment, { location }: Omission): boolean {
  const { location: shown, form, edited } = fragment;
  const isCut = edited === true && form === "snippet";
  if (shown === undefined || location === undefined) return !isCut;
  if (isCut && location.startLine === shown.endLine) return false;
  return listGaps(location, shownRanges(shown)).length === 0;
}

/** Returns true when the first of two items of one source contains the second. */
function containsLocation({ location: outer }: Located, { location: inner }: Located): boolean {
  return outer === undefined || inner === undefined || containsLines(outer, inner);
}
