/** Names such as `change-log`, `release_notes`, `releases`, `whats-new` and `UNLICENSE`. */
const RECORDS =
  "change[-_]?logs?|release[-_]?notes?|releases|what[-_]?s[-_]?new|(?:un)?licen[cs]es?";

/** Optional rest of a name: a folder of records, or `CHANGELOG-2.x.md`. */
const RECORD_END = String.raw`(?:[-_.][^/]*)?$`;

/** Names of files and folders with changelogs, release notes or licences, in any case. */
const RECORD_REGEXP = new RegExp(
  String.raw`(?:^|\/)(?:${RECORDS})(?:\/|${RECORD_END})`,
  "i",
);

/** Names such as `AUTHORS` and `HISTORY.md`. */
const CAPITAL_RECORDS =
  "AUTHORS|CHANGES|CONTRIBUTORS|COPYING|CREDITS|HISTORY|MAINTAINERS|NEWS|NOTICE|THANKS";

/** Names that mean records only in the usual capitals: `docs/history.md` may describe a feature. */
const CAPITAL_RECORD_REGEXP = new RegExp(
  String.raw`(?:^|\/)(?:${CAPITAL_RECORDS})${RECORD_END}`,
);

/** Index terms with which a task asks for records. */
const REQUEST_TERMS: ReadonlySet<string> = new Set(["changelog", "licens", "licenc"]);

/**
 * Returns true when a document is a changelog, a licence or a list of people. Such a document has
 * the words of many tasks, and does not describe the present or planned behaviour of the program.
 *
 * @param path Path relative to the root, with `/`.
 */
export function isProjectRecord(path: string): boolean {
  return RECORD_REGEXP.test(path) || CAPITAL_RECORD_REGEXP.test(path);
}

/** Returns true when a task asks for records, by its index terms. */
export function asksForRecords(terms: readonly { readonly term: string }[]): boolean {
  return terms.some(({ term }) => REQUEST_TERMS.has(term));
}
