import { textHash } from "../../machine/mod.ts";
import type { InjectionRecord, RecordedPassage } from "./record.ts";

/** A passage of a record that can not be given again as it was. */
export interface ChangedPassage {
  /** Position in the record, 1-based. */
  readonly rank: number;
  /** The passage as it was recorded. */
  readonly passage: RecordedPassage;
  /** Whether its text is another by now, or not there any more. */
  readonly change: "changed" | "gone";
}

/**
 * Returns the passages of a record whose text is no longer the one that was given; empty when the record
 * can be rendered again as it was.
 *
 * @param currentTexts What each passage would say if it was given now, in the order of the record;
 * undefined where its file or its lines are not there any more or may not be served.
 *
 * @example
 * ```ts
 * import { comparePassages } from "./compare_passages.ts";
 * import assert from "node:assert/strict";
 *
 * const passages = [{
 *   path: "a.md",
 *   startLine: 1,
 *   endLine: 1,
 *   contentHash: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
 *   fileHash: "",
 *   form: "snippet",
 *   tokens: 1,
 *   score: 1,
 *   kind: "document",
 *   details: { language: "markdown" },
 * }] as const;
 * assert.deepEqual(await comparePassages({ passages }, ["a"]), []);
 * assert.equal((await comparePassages({ passages }, ["b"]))[0]?.change, "changed");
 * assert.equal((await comparePassages({ passages }, [undefined]))[0]?.change, "gone");
 * ```
 */
export async function comparePassages(
  { passages }: Pick<InjectionRecord, "passages">,
  currentTexts: readonly (string | undefined)[],
): Promise<ChangedPassage[]> {
  const changes: ChangedPassage[] = [];
  for (const [index, passage] of passages.entries()) {
    const text = currentTexts[index];
    if (text !== undefined && await textHash(text) === passage.contentHash) continue;
    changes.push({ rank: index + 1, passage, change: text === undefined ? "gone" : "changed" });
  }
  return changes;
}
