import { historyWeight, queryTermWeight } from "@dossier/core/rank";
import type { SubjectField } from "../index/local/commits/mod.ts";
import type { FileScores } from "./file_pool.ts";
import type { ScorableTerm } from "./lexical_scorer.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";

/**
 * Returns what the subjects of commits say of all files, or undefined without a history. A short
 * history says less: no file then has a share of 1.
 */
export function subjectEvidence(
  field: SubjectField,
  { files: { documents } }: LexicalSnapshot,
  terms: readonly ScorableTerm[],
): FileScores | undefined {
  if (field.commits === 0) return undefined;
  const found = field.score(terms.map(({ term, count, weight = 1 }) => ({
    term,
    weight: weight * queryTermWeight(count),
  })));
  const scores = new Float64Array(documents.length);
  let highest = 0;
  for (let file = 0; found.size > 0 && file < documents.length; file++) {
    const score = found.get(documents[file]!) ?? 0;
    scores[file] = score;
    if (score > highest) highest = score;
  }
  return { scores, highest: highest / historyWeight(field.commits) };
}
