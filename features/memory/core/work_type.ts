/** Terms of trackers for kinds of work, by the kind; the first match wins. */
const WORK_TYPES: readonly (readonly [string, RegExp])[] = [
  ["bug_fix", /^(?:bug|bug[-_ ]?fix|defect|fix|incident|regression|hotfix)$/i],
  ["feature", /^(?:feature|enhancement|feat|story|epic|improvement|new[-_ ]feature)$/i],
  ["refactor", /^(?:refactor|refactoring|clean[-_ ]?up|tech[-_ ]?debt)$/i],
  ["chore", /^(?:chore|build|ci|deps|dependencies|docs|documentation|maintenance|release)$/i],
];

/** The kind of work of an unknown session. */
export const OTHER_WORK = "other";

/** Returns the kind of work of an issue by its type, or else by the first label that names one. */
export function findWorkType(
  { type, labels = [] }: {
    readonly type?: string | undefined;
    readonly labels?: readonly string[];
  },
): string {
  for (const word of [type ?? "", ...labels]) {
    // Labels often have a prefix, as in `kind/bug` and `type: bug`.
    const name = word.slice(word.search(/[^/:]*$/)).trim();
    const found = WORK_TYPES.find(([, pattern]) => pattern.test(name));
    if (found !== undefined) return found[0];
  }
  return OTHER_WORK;
}
