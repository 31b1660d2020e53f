import type { FragmentPosition, UnhashedFragment } from "../fragment/fragment.ts";

const PLACES: Readonly<Record<FragmentPosition, number>> = { system: 0, before: 1, after: 2 };

/** Returns fragments as they stand in a prompt: what is for the system prompt first, what comes after it last. */
export function toPromptOrder(
  fragments: readonly UnhashedFragment[],
): readonly UnhashedFragment[] {
  return fragments.toSorted((a, b) => PLACES[a.position] - PLACES[b.position]);
}
