import type { TreeHistory } from "./clones.ts";
import type { QualityQuery } from "./query_set.ts";
import { runGit } from "./repository.ts";

/** Message that mentions an issue by its number. */
const ISSUE_NUMBER_REGEXP = /#\d+/;

/** Control characters that no message contains: before a commit, and after its message. */
const COMMIT_MARK = "\x01";
const MESSAGE_END = "\x02";

/**
 * Returns the commit that fixes an issue: the one that the query names, or else the first one after
 * the tree's whose message mentions an issue by number, or this one by its id, and that changes all
 * target files. Returns undefined when there is none, and for a query that is not about a change.
 */
export async function findFix(
  { queryId, targets, sha, baseCommit }: QualityQuery,
  { repository, revision }: TreeHistory,
): Promise<string | undefined> {
  if (sha !== undefined || baseCommit === undefined) return sha;
  const paths = targets.map(({ path, resolved }) => resolved ?? path);
  const format = `--format=%x01%H%n%B%x02`;
  const range = `${revision}..HEAD`;
  const log = await runGit(
    repository,
    ...["log", "--reverse", "--full-diff", "--name-only", format, range, "--", ...paths],
  );
  for (const entry of log?.split(COMMIT_MARK).slice(1) ?? []) {
    const [head = "", names = ""] = entry.split(MESSAGE_END);
    const message = head.slice(head.indexOf("\n") + 1);
    const changed = new Set(names.trim().split("\n"));
    const isMentioned = ISSUE_NUMBER_REGEXP.test(message) || message.includes(queryId);
    if (isMentioned && paths.every((path) => changed.has(path))) {
      return head.slice(0, head.indexOf("\n"));
    }
  }
  return undefined;
}
