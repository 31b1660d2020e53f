import type { HistorySource } from "../history_source.ts";
import { type CommitRange, spawnGit } from "./read_commits.ts";

const DECODER = new TextDecoder();

/**
 * Returns the whole messages of the commits of a range, newest first; none where git refuses or lacks what it needs,
 * as when a commit is no longer there.
 */
export async function readMessages(
  source: HistorySource,
  { tip, after, limit }: Omit<CommitRange, "likeness">,
): Promise<readonly string[]> {
  const child = spawnGit(source, [
    ...["log", "-z", "--format=%B", "--encoding=UTF-8", "--no-color", `--max-count=${limit}`],
    ...[tip, ...(after === undefined ? [] : [`^${after}`]), "--"],
  ]);
  if (child === undefined) return [];
  const { success, stdout } = await child.output();
  if (!success) return [];
  // A zero ends each.
  return DECODER.decode(stdout).split("\0").slice(0, -1).map((message) => message.trimEnd());
}
