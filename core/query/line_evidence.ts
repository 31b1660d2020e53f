import { openPathMatcher } from "./match_path.ts";
import type { WeightedLines, WeightedPath } from "./query_paths.ts";

/** Lines of a document, with how strongly a query points at them. */
export type LineEvidence = readonly WeightedLines[];

/**
 * Returns the lines that a query names of each path; paths of which it names none are left out.
 *
 * A mention names lines of the paths that fit it best, and the more there are, the less it says of
 * each, as in `pathEvidence`.
 *
 * @param mentions What `queryPaths` returns.
 * @param paths The paths that `pathEvidence` returns; comparing others is in vain.
 *
 * @example
 * ```ts
 * import { lineEvidence, parseQuery, queryPaths } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const mentions = queryPaths(parseQuery("why does src/url.ts:12-14 throw?"));
 * const lines = lineEvidence(mentions, ["src/url.ts", "src/curl.ts"]);
 * assert.deepEqual([...lines], [["src/url.ts", [{ startLine: 12, endLine: 14, weight: 1 }]]]);
 * ```
 */
export function lineEvidence(
  mentions: readonly WeightedPath[],
  paths: readonly string[],
): ReadonlyMap<string, LineEvidence> {
  const evidence = new Map<string, WeightedLines[]>();
  for (const { path: mention, lines } of mentions) {
    if (lines.length === 0) continue;
    const { match } = openPathMatcher(mention);
    const matches = paths.map((path) => ({ path, value: match(path) }));
    const best = matches.reduce((highest, { value }) => Math.max(highest, value), 0);
    if (best === 0) continue;
    const fitting = matches.filter(({ value }) => value === best);
    const factor = best / Math.sqrt(fitting.length);
    for (const { path } of fitting) {
      const known = evidence.get(path) ?? [];
      for (const range of lines) known.push({ ...range, weight: range.weight * factor });
      evidence.set(path, known);
    }
  }
  return evidence;
}
