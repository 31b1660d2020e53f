/** Names such as `change-log`, `release_notes`, `releases`, `whats-new` and `UNLICENSE`. */
const RECORDS =
  "change[-_]?logs?|release[-_]?notes?|releases|what[-_]?s[-_]?new|(?:un)?licen[cs]es?";

/** What may stand behind one: a folder of it, or `CHANGELOG-2.x.md`. */
const RECORD_END = String.raw`(?:[-_.][^/]*)?$`;

/** Names of files and folders that hold changelogs, release notes or licences, whatever their case. */
const RECORD_REGEXP = new RegExp(
  String.raw`(?:^|\/)(?:${RECORDS})(?:\/|${RECORD_END})`,
  "i",
);

/** Names such as `AUTHORS` and `HISTORY.md`. */
const CAPITAL_RECORDS =
  "AUTHORS|CHANGES|CONTRIBUTORS|COPYING|CREDITS|HISTORY|MAINTAINERS|NEWS|NOTICE|THANKS";

/** Names that say so only as projects write them: `docs/history.md` may tell how one is kept. */
const CAPITAL_RECORD_REGEXP = new RegExp(
  String.raw`(?:^|\/)(?:${CAPITAL_RECORDS})${RECORD_END}`,
);

/** Words with which a task asks for records, as index terms. */
const REQUEST_TERMS: ReadonlySet<string> = new Set(["changelog", "licens", "licenc"]);

/**
 * Returns whether a document records what was released or allowed, and by whom. It has the words of many
 * tasks, and says to none how the program works or is to work.
 *
 * @param path Relative to the root, with `/`.
 */
export function isProjectRecord(path: string): boolean {
  return RECORD_REGEXP.test(path) || CAPITAL_RECORD_REGEXP.test(path);
}

/** Returns whether a task asks for records, told by its index terms. */
export function asksForRecords(terms: readonly { readonly term: string }[]): boolean {
  return terms.some(({ term }) => REQUEST_TERMS.has(term));
}
