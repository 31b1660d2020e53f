import { textHash } from "../../machine/mod.ts";
import type { InjectionRecord, RecordedFragment } from "./record.ts";

/** A fragment of a record that can not be given again as it was. */
export interface ChangedFragment {
  /** Place in the record, 1-based. */
  readonly rank: number;
  /** As it was recorded. */
  readonly fragment: RecordedFragment;
  /** Whether its text is another by now, or not there any more. */
  readonly change: "changed" | "gone";
}

/**
 * Returns the fragments of a record whose text is no longer the one that was given; empty when the record
 * can be rendered again as it was.
 *
 * @param currentTexts What each fragment would say if it was given now, in the order of the record;
 * undefined where its file or its lines are not there any more or may not be served.
 */
export async function compareFragments(
  { fragments }: Pick<InjectionRecord, "fragments">,
  currentTexts: readonly (string | undefined)[],
): Promise<ChangedFragment[]> {
  const changes: ChangedFragment[] = [];
  for (const [index, fragment] of fragments.entries()) {
    const text = currentTexts[index];
    if (text !== undefined && await textHash(text) === fragment.hash) continue;
    changes.push({ rank: index + 1, fragment, change: text === undefined ? "gone" : "changed" });
  }
  return changes;
}
