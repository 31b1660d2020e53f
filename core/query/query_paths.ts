import type { NamedPlace } from "./match_forms.ts";
import type { ParsedQuery } from "./parse_query.ts";
import { ZONE_WEIGHTS } from "./zones.ts";

/** Lines that a query names. */
export interface WeightedLines {
  /** 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive; equal to the first when the query names no range. */
  readonly endLine: number;
  /** From above 0 to 1: how likely the query is about them. */
  readonly weight: number;
}

/** A file that a query names. */
export interface WeightedPath {
  /** The path as written; `openPathMatcher` compares it. */
  readonly path: string;
  /** From above 0 to 1: how likely the query is about it. */
  readonly weight: number;
  /** Each named range once, with its highest weight. */
  readonly lines: readonly WeightedLines[];
}

/**
 * Weight of the innermost frame, where the error arose; the cause is often a few calls further out. A
 * frame in a package counts like any other: its path fits no document unless the package is the tree.
 */
const FRAME_WEIGHT = 0.6;

/** Factor for each call further out. */
const FRAME_DECAY = 0.8;

/** Factor for a chain of names, which may be a module and its member: `django.utils.text.slugify`. */
const MODULE_FACTOR = 0.7;

const DIAGNOSTIC_WEIGHT = 1;
const TEST_WEIGHT = 0.5;

/** Most lines of a range: a longer range means the whole file. */
const MAX_RANGE_LINES = 400;

/** Returns the files that a query names, each once, highest weight first. */
export function queryPaths(parsed: ParsedQuery): readonly WeightedPath[] {
  const found = new Map<string, { weight: number; lines: Map<string, WeightedLines> }>();
  const add = (path: string | undefined, weight: number, place: NamedPlace = {}) => {
    if (path === undefined || weight <= 0) return;
    const known = found.get(path) ?? { weight: 0, lines: new Map<string, WeightedLines>() };
    known.weight = Math.max(known.weight, weight);
    found.set(path, known);
    const range = toRange(place);
    if (range === undefined) return;
    const key = range.join("-");
    if (weight <= (known.lines.get(key)?.weight ?? 0)) return;
    const [startLine, endLine] = range;
    known.lines.set(key, { startLine, endLine, weight });
  };
  for (const mention of parsed.paths) add(mention.path, ZONE_WEIGHTS[mention.zone].path, mention);
  for (const frame of parsed.frames) {
    add(frame.path, FRAME_WEIGHT * FRAME_DECAY ** frame.depth, frame);
  }
  for (const diagnostic of parsed.diagnostics) add(diagnostic.path, DIAGNOSTIC_WEIGHT, diagnostic);
  for (const test of parsed.tests) add(test.path, TEST_WEIGHT, test);
  for (const { names, form, zone } of parsed.symbols) {
    if (form === "qualified") add(names.join("."), ZONE_WEIGHTS[zone].path * MODULE_FACTOR);
  }
  return [...found]
    .map(([path, { weight, lines }]) => ({ path, weight, lines: [...lines.values()] }))
    .sort((a, b) => b.weight - a.weight);
}

/** Returns the first and last line of a place, in either order; undefined when they are below 1. */
function toRange({ line, endLine = line }: NamedPlace): readonly [number, number] | undefined {
  if (line === undefined || endLine === undefined) return undefined;
  const first = Math.max(1, Math.min(line, endLine));
  const last = Math.max(line, endLine);
  return last < first ? undefined : [first, Math.min(last, first + MAX_RANGE_LINES - 1)];
}
