/** Code units of a prompt that are looked at: what it is about stands at its beginning. */
const LOOKED_AT = 4000;

/** Ids as trackers write them: `web-7`, `noface-hwk`, `bd-a1b2.3`. */
const ISSUE_ID_REGEXP = /(?<![\w/.-])[A-Za-z][A-Za-z\d_]*-[a-z\d]{1,8}(?:\.\d+)*(?![\w/-])/g;

/** Most ids that are looked for in the trackers of a tree. */
const MAX_IDS = 8;

/**
 * Returns what may be ids of issues in a prompt, each once, in order; most words with a hyphen are none.
 *
 * @param words The user's words; see `readUserWords()`.
 */
export function findIssueIds(words: string): string[] {
  return [...new Set(words.slice(0, LOOKED_AT).match(ISSUE_ID_REGEXP) ?? [])].slice(0, MAX_IDS);
}
