import { fileKeys } from "../text/file_keys.ts";
import { createPathMatcher } from "./match_path.ts";
import { keepPathsInTree, type WeightedLines, type WeightedPath } from "./query_paths.ts";

/** Minimum match: weaker ones only show that names are similar. */
const MIN_MATCH = 0.3;

/**
 * Returns the keys of mentions: a query can only point at a path with one of these keys of
 * `fileKeys`.
 */
export function listMentionedKeys(mentions: readonly WeightedPath[]): ReadonlySet<string> {
  return new Set(mentions.flatMap(({ path }) => [...createPathMatcher(path).keys]));
}

/** Lines of a document, each with the strength with which a query points at them. */
export type LineEvidence = readonly WeightedLines[];

/** Evidence with which a query points at a document. */
export interface PathEvidence {
  /** Strength, above 0 and at most 1. */
  readonly strength: number;
  /** Lines that it names. */
  readonly lines: LineEvidence;
}

/** Documents and functions that a query points at by the paths that it names. */
export interface MentionEvidence {
  /** Documents, without those that it does not name. */
  readonly paths: ReadonlyMap<string, PathEvidence>;
  /** Functions in built files whose source documents are unknown; without lines. */
  readonly functions: LineEvidence;
}

/**
 * Returns the evidence with which a query points at paths, without those that it does not name.
 *
 * A mention is evidence for the best matching paths, and for lines of them. The more paths match,
 * the weaker the evidence for each: the only `worker_pool.zig` is meant, one of two hundred
 * `models.py` hardly. Several mentions of one path add up like independent hints. When no path
 * matches a built file, the mention is evidence for the source of the file: for the named function,
 * and not for lines.
 *
 * @param mentions Result of `queryPaths`.
 * @param paths Paths of all documents, or of those with one of {@link listMentionedKeys}; relative
 * to the root, with `/`.
 */
export function pathEvidence(
  mentions: readonly WeightedPath[],
  paths: readonly string[],
): MentionEvidence {
  const keys = listMentionedKeys(mentions);
  // Filter by keys first: comparing every mention with 10,000 paths took a second.
  const candidates = keys.size === 0
    ? []
    : paths.filter((path) => fileKeys(path).some((key) => keys.has(key)));
  const fits = new Map(mentions.map(({ path }) => [path, fitPath(path, candidates)]));
  const evidence = new Map<string, PathEvidence>();
  for (const mention of keepPathsInTree(mentions, ({ path }) => fits.get(path)!.paths.length > 0)) {
    const fit = fits.get(mention.path)!;
    const factor = 1 / Math.sqrt(fit.paths.length);
    const named = fit.isBuilt ? mention.lines.flatMap(keepOnlyFunction) : mention.lines;
    const lines = named.map((range) => ({ ...range, weight: range.weight * factor }));
    for (const path of fit.paths) {
      const known = evidence.get(path) ?? { strength: 0, lines: [] };
      evidence.set(path, {
        strength: 1 - (1 - known.strength) * (1 - mention.weight * fit.match * factor),
        lines: [...known.lines, ...lines],
      });
    }
  }
  const built = mentions.filter(({ path }) => fits.get(path)!.isBuilt);
  const functions = built.flatMap(({ lines }) => lines.flatMap(keepOnlyFunction))
    .filter(({ names = [] }) => COMPOUND_REGEXP.test(names.at(-1)!));
  return { paths: evidence, functions };
}

/** Name of several words, which is unlikely to be defined in two files. */
const COMPOUND_REGEXP = /[a-z\d][A-Z]|\w_\w/;

/**
 * Best matching paths of a mention, and the strength of the match; no paths when all match badly.
 */
interface Fit {
  readonly match: number;
  readonly paths: readonly string[];
  /** True when the mention is of a file that is built from documents, and not of a document. */
  readonly isBuilt: boolean;
}

function fitPath(mention: string, paths: readonly string[]): Fit {
  const { match, isBuilt, matchSource } = createPathMatcher(mention);
  const fit = findBest(match, paths);
  if (fit.paths.length > 0 || !isBuilt) return { ...fit, isBuilt: false };
  return { ...findBest(matchSource, paths), isBuilt };
}

function findBest(
  match: (path: string) => number,
  paths: readonly string[],
): Omit<Fit, "isBuilt"> {
  let best = MIN_MATCH;
  let fitting: string[] = [];
  for (const path of paths) {
    const found = match(path);
    if (found < best) continue;
    if (found > best) fitting = [];
    best = found;
    fitting.push(path);
  }
  return { match: best, paths: fitting };
}

/** Returns the function of a named line without the line; nothing without a function. */
function keepOnlyFunction(range: WeightedLines): readonly WeightedLines[] {
  return range.names === undefined ? [] : [{ ...range, startLine: 1, endLine: 0 }];
}
