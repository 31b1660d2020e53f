import { analyzeWord, createWordCache, fold, isStopWord, scanNames } from "@dossier/core/text";

/**
 * References to issues and pull requests, as platforms and people write them: `(#123)`, `Fixes
 * #123`.
 */
const REFERENCE_REGEXP = /(?<![\p{L}\p{N}])#\d+/gu;

/**
 * Maximum length of an analyzed subject, in UTF-16 code units. A longer one is not a summary.
 */
const MAX_SUBJECT_LENGTH = 300;

/**
 * Returns a function that returns the distinct terms of a subject. It caches the words that it has
 * seen.
 *
 * Issue numbers are omitted. The text before a first colon (`net: ipv4: `, `fix(ui): `) is not:
 * with it the field alone ranked 421 queries with 0.776 (NDCG@10), without it with 0.763.
 */
export function createSubjectAnalyzer(): (subject: string) => ReadonlySet<string> {
  const analyzeName = createWordCache(analyzeWord);
  return (subject) => {
    const text = subject.slice(0, MAX_SUBJECT_LENGTH).replace(REFERENCE_REGEXP, "");
    const terms = new Set<string>();
    scanNames(text, (start, end) => {
      if (isStopWord(fold(text.slice(start, end)))) return;
      for (const term of analyzeName(text, start, end)) terms.add(term);
    });
    return terms;
  };
}
