import type { Remembered } from "./memory_text.ts";
import type { DatedBase } from "./pairs.ts";

/** Most paths of one claim. */
const MAX_PATHS = 4;

/** Scripts that an agent writes to try something, which are no part of the work. */
const SCRATCH_REGEXP = /(?:^|\/)(?:test_|debug|reproduce|verify|demo|final|comprehensive)[^/]*$/i;

/**
 * Returns what the simplest rule takes from a transcript: the title of the task with the files that were edited. A
 * stand-in for a miner, to compare one with.
 *
 * @param isInTree Tells whether the tree that the work began with has a file.
 */
export function mineStandIn(
  { problem, edited }: Pick<DatedBase, "problem" | "edited">,
  isInTree: (path: string) => boolean,
): readonly Remembered[] {
  const [title = ""] = problem.trim().split("\n");
  const paths = edited
    .filter((path) => !SCRATCH_REGEXP.test(path) && isInTree(path))
    .slice(0, MAX_PATHS);
  return paths.length === 0
    ? []
    : [{ claim: `"${title}" was worked on here`, anchors: paths.map((path) => ({ path })) }];
}
