/** Names of files and folders that hold changelogs, release notes or licences, whatever their case. */
const RECORD_REGEXP =
  /(?:^|\/)(?:change[-_]?logs?|release[-_]?notes?|releases|what[-_]?s[-_]?new|(?:un)?licen[cs]es?)(?:\/|(?:[-_.][^/]*)?$)/i;

/** Names that say so only as projects write them: `docs/history.md` may tell how one is kept. */
const CAPITAL_RECORD_REGEXP =
  /(?:^|\/)(?:AUTHORS|CHANGES|CONTRIBUTORS|COPYING|CREDITS|HISTORY|MAINTAINERS|NEWS|NOTICE|THANKS)(?:[-_.][^/]*)?$/;

/** Words with which a task asks for records, as index terms. */
const ASKING_TERMS: ReadonlySet<string> = new Set(["changelog", "licens", "licenc"]);

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
  return terms.some(({ term }) => ASKING_TERMS.has(term));
}
