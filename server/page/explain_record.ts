import type { Candidate } from "@dossier/core";
import type { Explanation } from "@dossier/core/rank";
import type { InjectionRecord, RecordedPassage } from "@dossier/retrieval";

/** Where the scores of a record come from, as far as the ranking of today says. */
export interface ExplainedRecord {
  /** The explanations by the passages' places in the record, from 0; there is none of what is not found. */
  readonly explanations: ReadonlyMap<number, Explanation>;
  /** How many of them are of another score than the one recorded, as tree, index or program changed. */
  readonly changed: number;
}

/** Scores that differ by less are the same: sums of the same parts may be taken in another order. */
const SAME_SCORE = 1e-6;

/** Returns the explanations of today's candidates for the passages of a record that show the same lines. */
export function explainRecord(
  { passages }: Pick<InjectionRecord, "passages">,
  candidates: readonly Candidate[],
): ExplainedRecord {
  const explanations = new Map<number, Explanation>();
  let changed = 0;
  for (const [at, passage] of passages.entries()) {
    const { explanation } = candidates.find((candidate) => showsLinesOf(passage, candidate)) ?? {};
    if (explanation === undefined) continue;
    explanations.set(at, explanation);
    if (Math.abs(explanation.value - passage.score) > SAME_SCORE) changed++;
  }
  return { explanations, changed };
}

/** Best first, the first candidate inside of a passage is the one that its score is of. */
function showsLinesOf(passage: RecordedPassage, candidate: Candidate): boolean {
  return candidate.path === passage.path && candidate.startLine <= passage.endLine &&
    passage.startLine <= candidate.endLine;
}
