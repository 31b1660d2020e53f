import { fileKeys } from "../text/file_keys.ts";
import { openPathMatcher } from "./match_path.ts";
import type { WeightedPath } from "./query_paths.ts";

/** Below this a match says no more than that files are called alike. */
const MIN_MATCH = 0.3;

/** Returns the names as `fileKeys` gives them, one of which a path has that a query may point at. */
export function mentionedKeys(mentions: readonly WeightedPath[]): ReadonlySet<string> {
  return new Set(mentions.flatMap(({ path }) => [...openPathMatcher(path).keys]));
}

/**
 * Returns how strongly a query points at each of the given paths, from above 0 to 1; paths that it
 * does not point at are left out.
 *
 * A mention speaks for the paths that fit it best, and the more there are, the less for each: the
 * only `worker_pool.zig` is meant, one of two hundred `models.py` hardly. Several mentions of one
 * path add up as independent hints do.
 *
 * @param mentions What `queryPaths` returns.
 * @param paths Paths of all documents, or of those that go by one of {@link mentionedKeys}; relative to the
 * root, with `/`.
 *
 * @example
 * ```ts
 * import { parseQuery, pathEvidence, queryPaths } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const mentions = queryPaths(parseQuery("why does url.ts:12 throw?"));
 * const evidence = pathEvidence(mentions, ["src/url.ts", "src/curl.ts"]);
 * assert.deepEqual([...evidence.keys()], ["src/url.ts"]);
 * ```
 */
export function pathEvidence(
  mentions: readonly WeightedPath[],
  paths: readonly string[],
): ReadonlyMap<string, number> {
  const matchers = mentions.map(({ path, weight }) => ({ ...openPathMatcher(path), weight }));
  const keys = mentionedKeys(mentions);
  // One look at each path: comparing every mention with every path took a second at 10,000 of them.
  const candidates = keys.size === 0
    ? []
    : paths.filter((path) => fileKeys(path).some((key) => keys.has(key)));
  const evidence = new Map<string, number>();
  for (const { match, weight } of matchers) {
    let best = MIN_MATCH;
    let fitting: string[] = [];
    for (const path of candidates) {
      const found = match(path);
      if (found < best) continue;
      if (found > best) fitting = [];
      best = found;
      fitting.push(path);
    }
    const hint = weight * best / Math.sqrt(fitting.length);
    for (const path of fitting) {
      evidence.set(path, 1 - (1 - (evidence.get(path) ?? 0)) * (1 - hint));
    }
  }
  return evidence;
}
