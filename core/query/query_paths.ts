import { pow } from "../math/mod.ts";
import { omitUndefined } from "../text/omit_undefined.ts";
import { frameNames } from "./query_symbols.ts";
import type { NamedLocation } from "./match_patterns.ts";
import type { ParsedQuery } from "./parse_query.ts";
import { ZONE_WEIGHTS } from "./zones.ts";

/** Lines that a query names. */
export interface WeightedLines {
  /** 1-based. */
  readonly startLine: number;
  /**
   * Last line, 1-based and inclusive; equal to the first when the query names no range, and less
   * than it for no lines.
   */
  readonly endLine: number;
  /** Likelihood that the query is about them, above 0 and at most 1. */
  readonly weight: number;
  /** Function around them, with its containers, from the outermost; absent when it is not named. */
  readonly names?: readonly string[];
}

/** File that a query names. */
export interface WeightedPath {
  /** Path as written; `createPathMatcher` compares it. */
  readonly path: string;
  /** Likelihood that the query is about it, above 0 and at most 1. */
  readonly weight: number;
  /** Number of inner calls of its stack, for a file in a stack trace. */
  readonly depth?: number;
  /** Each named range once, with its highest weight. */
  readonly lines: readonly WeightedLines[];
}

/**
 * Weight of the innermost frame, which raised the error; the cause is often a few calls further
 * out. A frame in a package needs no lower weight: its path matches no document, unless the tree is
 * that package.
 */
const FRAME_WEIGHT = 0.6;

/**
 * Factor for each call further out, for its file and for its line, so that frames are shown in
 * their order.
 */
const FRAME_DECAY = 0.8;
const FRAME_LINE_DECAY = 0.5;

/**
 * Factor for a chain of names, which may be a module and its member: `django.utils.text.slugify`.
 */
const MODULE_FACTOR = 0.7;

const DIAGNOSTIC_WEIGHT = 1;
const TEST_WEIGHT = 0.5;

/** Maximum number of lines of a range: a longer range means the whole file. */
const MAX_RANGE_LINES = 400;

/**
 * Returns the files that a query names, highest weight first: each once, and a second time when
 * stack traces name it as well.
 */
export function queryPaths(parsed: ParsedQuery): readonly WeightedPath[] {
  const found = new Map<string, WeightedPath & { readonly lines: WeightedLines[] }>();
  const add = (
    { path, names = [], ...location }: NamedLocation & { readonly names?: readonly string[] },
    weight: number,
    { depth, lineWeight = weight }: { readonly depth?: number; readonly lineWeight?: number } = {},
  ) => {
    if (path === undefined || weight <= 0) return;
    const key = `${depth === undefined ? "" : "at "}${path}`;
    const known = found.get(key) ?? { path, weight: 0, lines: [] };
    const isWeightier = weight > known.weight;
    found.set(key, isWeightier ? { ...known, weight, ...omitUndefined({ depth }) } : known);
    const range = toRange(location);
    if (range === undefined) return;
    const [startLine, endLine] = range;
    const same = known.lines.findIndex((line) =>
      line.startLine === startLine && line.endLine === endLine
    );
    if (same >= 0 && known.lines[same]!.weight >= lineWeight) return;
    const named = { startLine, endLine, weight: lineWeight, ...(names.length > 0 && { names }) };
    known.lines.splice(same < 0 ? known.lines.length : same, 1, named);
  };
  for (const mention of parsed.paths) add(mention, ZONE_WEIGHTS[mention.zone].path);
  for (const frame of parsed.frames) {
    const { symbol = "", isCallee = false, depth } = frame;
    const names = isCallee ? [] : frameNames(symbol);
    add({ ...frame, names }, FRAME_WEIGHT * pow(FRAME_DECAY, depth), {
      depth,
      lineWeight: FRAME_WEIGHT * pow(FRAME_LINE_DECAY, depth),
    });
  }
  for (const diagnostic of parsed.diagnostics) add(diagnostic, DIAGNOSTIC_WEIGHT);
  for (const test of parsed.tests) add(test, TEST_WEIGHT);
  for (const { names, form, zone } of parsed.symbols) {
    if (form !== "qualified") continue;
    add({ path: names.join(".") }, ZONE_WEIGHTS[zone].path * MODULE_FACTOR);
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight);
}

/**
 * Returns the paths without those that `isKnown` excludes as not in the tree. The calls of a stack
 * are counted from the innermost call in the tree, as inner calls belong to other projects.
 */
export function keepPathsInTree(
  paths: readonly WeightedPath[],
  isKnown: (path: WeightedPath) => boolean,
): readonly WeightedPath[] {
  const known = paths.filter(isKnown);
  const depths = known.flatMap(({ depth }) => depth ?? []);
  if (depths.length === 0) return known;
  const inner = Math.min(...depths);
  const raise = (weight: number, decay: number) =>
    Math.min(FRAME_WEIGHT, weight / pow(decay, inner));
  return known.map((path) =>
    path.depth === undefined ? path : {
      ...path,
      weight: raise(path.weight, FRAME_DECAY),
      lines: path.lines.map((range) => ({
        ...range,
        weight: raise(range.weight, FRAME_LINE_DECAY),
      })),
    }
  );
}

/**
 * Returns the first and last line of a location, in either order; undefined when they are below 1.
 */
function toRange({ line, endLine = line }: NamedLocation): readonly [number, number] | undefined {
  if (line === undefined || endLine === undefined) return undefined;
  const first = Math.max(1, Math.min(line, endLine));
  const last = Math.max(line, endLine);
  return last < first ? undefined : [first, Math.min(last, first + MAX_RANGE_LINES - 1)];
}
