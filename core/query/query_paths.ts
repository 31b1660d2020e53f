import type { Zone } from "./find_zones.ts";
import type { ParsedQuery } from "./parse_query.ts";

/** A file that a query points at, and how much that says. */
export interface WeightedPath {
  /** The path as the query has it; `matchPath` compares it. */
  readonly path: string;
  /** From above 0 to 1: how likely the query is about it. */
  readonly weight: number;
  /** 1-based lines that the query names, each with the weight of its weightiest mention. */
  readonly lines: ReadonlyMap<number, number>;
}

/** A person who writes a path into a sentence means that file. */
const ZONE_WEIGHTS: Readonly<Record<Zone, number>> = {
  title: 1,
  heading: 1,
  prose: 1,
  error: 0.5,
  diagnostic: 0.5,
  frame: 0,
  trace: 0.2,
  test: 0.3,
  log: 0.2,
  code: 0.3,
  diff: 1,
  environment: 0,
  template: 0,
  quote: 0.5,
};

/**
 * The innermost frame is where the error came up; its cause is often a few calls further out. A frame
 * in a package counts as any other: where the package is not the tree, its path fits none.
 */
const FRAME_WEIGHT = 0.6;

/** What each call further out is worth of the one before it. */
const FRAME_DECAY = 0.8;

/** A chain of names may be a module and what is in it: `django.utils.text.slugify`. */
const MODULE_FACTOR = 0.7;

const DIAGNOSTIC_WEIGHT = 1;
const TEST_WEIGHT = 0.5;

/** Returns the files that a query names, each once, the weightiest mention first. */
export function queryPaths(parsed: ParsedQuery): readonly WeightedPath[] {
  const found = new Map<string, { weight: number; lines: Map<number, number> }>();
  const add = (path: string | undefined, weight: number, line?: number) => {
    if (path === undefined || weight <= 0) return;
    const known = found.get(path) ?? { weight: 0, lines: new Map<number, number>() };
    known.weight = Math.max(known.weight, weight);
    if (line !== undefined) known.lines.set(line, Math.max(known.lines.get(line) ?? 0, weight));
    found.set(path, known);
  };
  for (const { path, zone, line } of parsed.paths) add(path, ZONE_WEIGHTS[zone], line);
  for (const { path, line, depth } of parsed.frames) {
    add(path, FRAME_WEIGHT * FRAME_DECAY ** depth, line);
  }
  for (const { path, line } of parsed.diagnostics) add(path, DIAGNOSTIC_WEIGHT, line);
  for (const { path, line } of parsed.tests) add(path, TEST_WEIGHT, line);
  for (const { names, form, zone } of parsed.symbols) {
    if (form === "qualified") add(names.join("."), ZONE_WEIGHTS[zone] * MODULE_FACTOR);
  }
  return [...found].map(([path, { weight, lines }]) => ({ path, weight, lines }))
    .sort((a, b) => b.weight - a.weight);
}
