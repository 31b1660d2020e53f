import type { FragmentPosition, UnhashedFragment } from "../fragment/fragment.ts";

const PLACES: Readonly<Record<FragmentPosition, number>> = { system: 0, before: 1, after: 2 };

/**
 * Returns fragments in the order of a prompt: those for the system prompt first, those after the
 * user's words last.
 */
export function toPromptOrder(
  fragments: readonly UnhashedFragment[],
): readonly UnhashedFragment[] {
  return fragments.toSorted((a, b) => PLACES[a.position] - PLACES[b.position]);
}
