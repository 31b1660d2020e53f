import { markdownTable } from "../markdown_table.ts";
import type { LineRange } from "./changed_lines.ts";
import type { RunResult } from "./run_file.ts";
import { renderShare } from "./score_table.ts";

/** Ranks at which a change is found, 1-based; infinite when it is not. */
export interface LineScore {
  /** Rank of the first result in a changed file. */
  readonly file: number;
  /** Rank of the first result with a changed line. */
  readonly lines: number;
}

/** Line scores of a set by one way of ranking. */
export interface LineRow {
  readonly set: string;
  readonly ranking: string;
  /** Scores of each query; undefined when its lines are not known. */
  readonly scores: readonly (LineScore | undefined)[];
}

const DEPTHS = [1, 5, 10] as const;

/** Returns the ranks of the first results with changed files and lines. */
export function scoreLines(
  ranges: readonly LineRange[],
  results: readonly RunResult[],
): LineScore {
  const rank = (meets: (range: LineRange, result: RunResult) => boolean) => {
    const index = results.findIndex((result) => ranges.some((range) => meets(range, result)));
    return index === -1 ? Infinity : index + 1;
  };
  return {
    file: rank((range, { path }) => path === range.path),
    lines: rank((range, { path, startLine, endLine }) =>
      path === range.path && startLine <= range.endLine && endLine >= range.startLine
    ),
  };
}

/**
 * Returns a Markdown table of the share of queries whose changed files and lines are found up to a
 * rank.
 */
export function renderLineTable(rows: readonly LineRow[]): string {
  const titles = ["file", "lines"].flatMap((what) => DEPTHS.map((depth) => `${what} hit@${depth}`));
  return markdownTable(
    ["set", "ranking", "queries with lines", ...titles],
    rows.map(({ set, ranking, scores }) => {
      const known = scores.filter((score) => score !== undefined);
      const shares = (["file", "lines"] as const).flatMap((what) =>
        DEPTHS.map((depth) => {
          const met = known.filter((score) => score[what] <= depth).length;
          return known.length === 0 ? "–" : renderShare(met / known.length);
        })
      );
      return [set, ranking, `${known.length} of ${scores.length}`, ...shares];
    }),
  );
}
