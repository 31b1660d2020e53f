import { join } from "node:path";
import type { TreeHistory } from "./clones.ts";
import { findFix } from "./find_fix.ts";
import type { QualityQuery } from "./query_set.ts";
import { runGit } from "./repository.ts";

/** Lines of a file that a change replaces, 1-based and inclusive. */
export interface LineRange {
  /** Path from the root of the repository. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

const HUNK_REGEXP = /^@@ -(\d+)(?:,(\d+))? /gm;

/** Sources of the changed lines of a query. */
export interface ChangedLinesOptions {
  readonly history: TreeHistory;
  /** Absolute path of the repository's tree. */
  readonly tree: string;
}

/**
 * Returns the lines of the tree that the commit of a query changed in the target files. Returns
 * undefined when no commit is found, and when a file is missing in the tree or differed before the
 * commit, so that line numbers do not match.
 */
export async function findChangedLines(
  query: QualityQuery,
  { history, tree }: ChangedLinesOptions,
): Promise<LineRange[] | undefined> {
  const commit = await findFix(query, history);
  if (commit === undefined || query.targets.length === 0) return undefined;
  const ranges: LineRange[] = [];
  for (const { resolved } of query.targets) {
    if (resolved === null) return undefined;
    const before = await runGit(history.repository, "show", `${commit}^:${resolved}`);
    if (before === undefined || before !== readTreeFile(join(tree, resolved))) {
      return undefined;
    }
    const diff = await runGit(
      history.repository,
      ...["diff", "--unified=0", "--no-ext-diff", `${commit}^`, commit, "--", resolved],
    );
    ranges.push(...parseHunks(diff ?? "").map((range) => ({ path: resolved, ...range })));
  }
  return ranges;
}

/**
 * Returns the text of a file; undefined when it is missing, for example excluded from an archive.
 */
function readTreeFile(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * Returns the lines that the hunks of a unified diff replace. A hunk that only adds lines counts as
 * both neighbouring lines, as either is the right location.
 */
export function parseHunks(diff: string): Omit<LineRange, "path">[] {
  return [...diff.matchAll(HUNK_REGEXP)].map(([, start, count = "1"]) => {
    const startLine = Number(start);
    return count === "0"
      ? { startLine: Math.max(startLine, 1), endLine: startLine + 1 }
      : { startLine, endLine: startLine + Number(count) - 1 };
  });
}
