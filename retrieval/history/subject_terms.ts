import { createWordAnalyzer, fold, isStopWord, scanNames } from "@dossier/core/text";

/** References to issues and pull requests, as hosts and people put them: `(#123)`, `Fixes #123`. */
const REFERENCE_REGEXP = /(?<![\p{L}\p{N}])#\d+/gu;

/** Words before the first colons that say where in the project a change is: `net: ipv4: `, `fix(ui)!: `. */
const AREA_REGEXP = /^(?:[^\s:]{1,40}:\s+)+/;

/** Labels in front: `[12.x] `, `[ci skip] `. */
const LABEL_REGEXP = /^(?:\s*\[[^\]]{1,40}\])+\s*/;

/** Longest part of a subject that is read, in UTF-16 code units: what is longer is no summary. */
const MAX_SUBJECT_LENGTH = 300;

/** Returns what makes the terms of subjects, each term once a subject; it remembers the words it saw. */
export function createSubjectAnalyzer(): (subject: string) => ReadonlySet<string> {
  const analyzeName = createWordAnalyzer();
  return (subject) => {
    const text = cleanSubject(subject);
    const terms = new Set<string>();
    scanNames(text, (start, end) => {
      if (isStopWord(fold(text.slice(start, end)))) return;
      for (const term of analyzeName(text, start, end)) terms.add(term);
    });
    return terms;
  };
}

/** Returns a subject without what says nothing of its files: labels, the area, numbers of issues. */
export function cleanSubject(subject: string): string {
  return subject.slice(0, MAX_SUBJECT_LENGTH)
    .replace(LABEL_REGEXP, "").replace(AREA_REGEXP, "").replace(REFERENCE_REGEXP, "").trim();
}
