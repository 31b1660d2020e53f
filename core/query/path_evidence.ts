import { fileKeys } from "../text/file_keys.ts";
import { openPathMatcher } from "./match_path.ts";
import type { WeightedLines, WeightedPath } from "./query_paths.ts";

/** Weaker matches only say that names are alike. */
const MIN_MATCH = 0.3;

/** Returns the keys of mentions: a query can only point at a path that has one of them as `fileKeys`. */
export function mentionedKeys(mentions: readonly WeightedPath[]): ReadonlySet<string> {
  return new Set(mentions.flatMap(({ path }) => [...openPathMatcher(path).keys]));
}

/**
 * Returns how strongly a query points at paths, from above 0 to 1, without those that it does not name.
 *
 * A mention speaks for the paths that fit it best. The more paths fit, the less it says about each: the
 * only `worker_pool.zig` is meant, one of two hundred `models.py` hardly. Several mentions of one path
 * add up like independent hints.
 *
 * @param mentions The result of `queryPaths`.
 * @param paths Paths of all documents, or of those with one of {@link mentionedKeys}; relative to the root,
 * with `/`.
 */
export function pathEvidence(
  mentions: readonly WeightedPath[],
  paths: readonly string[],
): ReadonlyMap<string, number> {
  const matchers = mentions.map(({ path, weight }) => ({ ...openPathMatcher(path), weight }));
  const keys = mentionedKeys(mentions);
  // Filter by keys first: comparing every mention with 10,000 paths took a second.
  const candidates = keys.size === 0
    ? []
    : paths.filter((path) => fileKeys(path).some((key) => keys.has(key)));
  const evidence = new Map<string, number>();
  for (const { match, weight } of matchers) {
    const { best, fitting } = findBest(match, candidates, MIN_MATCH);
    const hint = weight * best / Math.sqrt(fitting.length);
    for (const path of fitting) {
      evidence.set(path, 1 - (1 - (evidence.get(path) ?? 0)) * (1 - hint));
    }
  }
  return evidence;
}

/** Returns the paths that a mention fits best, and how well; none when it fits all less than `least`. */
function findBest(
  match: (path: string) => number,
  paths: readonly string[],
  least: number,
): { readonly best: number; readonly fitting: readonly string[] } {
  let best = least;
  let fitting: string[] = [];
  for (const path of paths) {
    const found = match(path);
    if (found < best) continue;
    if (found > best) fitting = [];
    best = found;
    fitting.push(path);
  }
  return { best, fitting };
}

/** Lines of a document, each with the strength with which a query points at them. */
export type LineEvidence = readonly WeightedLines[];

/**
 * Returns the lines that a query names, by path. A mention names lines of the paths that fit it best; the
 * more paths fit, the less it says about each, as in `pathEvidence`.
 *
 * @param mentions The result of `queryPaths`.
 * @param paths The paths of `pathEvidence`; no other path can fit.
 */
export function lineEvidence(
  mentions: readonly WeightedPath[],
  paths: readonly string[],
): ReadonlyMap<string, LineEvidence> {
  const evidence = new Map<string, WeightedLines[]>();
  for (const { path: mention, lines } of mentions) {
    if (lines.length === 0) continue;
    const { best, fitting } = findBest(openPathMatcher(mention).match, paths, Number.MIN_VALUE);
    const factor = best / Math.sqrt(fitting.length);
    for (const path of fitting) {
      const known = evidence.get(path) ?? [];
      for (const range of lines) known.push({ ...range, weight: range.weight * factor });
      evidence.set(path, known);
    }
  }
  return evidence;
}
