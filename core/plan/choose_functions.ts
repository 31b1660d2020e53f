/**
 * Choice of the functions of a large file that are shown in full beside its outline.
 *
 * The choice is among *units*: a function outside of any other function, or a type without
 * functions. Units that match a name of the issue come first, then their neighbours, then the next
 * ones. A class with methods is no unit, as showing it would soon show the whole file.
 *
 * @module
 */

import type { SymbolDefinition, SymbolKind } from "../language/symbol.ts";
import type { WeightedSymbol } from "../query/query_symbols.ts";
import { type LineRange, mergeRanges } from "../fragment/lines.ts";

/** Function or type that is shown in full. */
export interface ChosenFunction extends LineRange {
  /** Name with its container, such as `"Store.open"`. */
  readonly name: string;
  /**
   * True when the issue names it or a definition in it. Otherwise it is a neighbour of a named one.
   */
  readonly matched: boolean;
}

/** Maximum number of lines of a file that is shown whole. */
const WHOLE_LINES = 400;

const BYTES_PER_KB = 1024;

/**
 * Returns the form of a file that a task may edit: whole up to 400 lines and `maxFileSizeKb` KiB,
 * else an outline.
 *
 * @param size Number of lines, where a line end at the very end opens no further one, and bytes on
 * disk.
 */
export function chooseFileForm(
  { lines, bytes }: { readonly lines: number; readonly bytes: number },
  { maxFileSizeKb }: { readonly maxFileSizeKb: number },
): "whole" | "outline" {
  return lines <= WHOLE_LINES && bytes <= maxFileSizeKb * BYTES_PER_KB ? "whole" : "outline";
}

/** Number of neighbours on each side of a match that are shown if they fit. */
const NEIGHBORS = 2;

/** Factor for a match that differs in case or separators. */
const LOOSE_FACTOR = 0.5;

/** Factor when the issue names another container, as `store` may be a variable. */
const OTHER_CONTAINER_FACTOR = 0.5;

const FUNCTION_KINDS: ReadonlySet<SymbolKind> = new Set(["function", "method", "macro"]);
const TYPE_KINDS: ReadonlySet<SymbolKind> = new Set([
  "class",
  "constant",
  "enum",
  "interface",
  "struct",
  "trait",
  "type",
  "variable",
]);
const VALUE_KINDS: ReadonlySet<SymbolKind> = new Set(["constant", "variable"]);
const SEPARATORS_REGEXP = /[_$-]+/g;

/**
 * Returns the functions of a file that an issue names, and up to two before and after each.
 * Functions that do not fit are skipped.
 *
 * @param definitions Definitions of the file in line order.
 * @param options.identifiers Names in the issue, from `issueIdentifiers`.
 * @param options.tokens Available tokens.
 * @param options.cost Returns the cost of showing some lines of the file.
 * @returns Functions in line order, and their lines: ranges that overlap or touch are joined.
 */
export function chooseFunctions(
  definitions: readonly SymbolDefinition[],
  { identifiers, tokens, cost }: {
    readonly identifiers: readonly WeightedSymbol[];
    readonly tokens: number;
    readonly cost: (range: LineRange) => number;
  },
): { readonly functions: readonly ChosenFunction[]; readonly ranges: readonly LineRange[] } {
  const units = findUnits(definitions);
  const matches = matchUnits(definitions, { units, identifiers });
  const chosen = new Map<number, ChosenFunction>();
  const tried = new Set<number>();
  let used = 0;
  const tryUnit = (index: number | undefined, matched: boolean) => {
    const unit = units[index ?? -1];
    if (index === undefined || unit === undefined || tried.has(index)) return;
    tried.add(index);
    const { startLine, endLine } = unit;
    const spent = cost({ startLine, endLine });
    if (used + spent > tokens) return;
    used += spent;
    chosen.set(index, { startLine, endLine, name: fullName(unit), matched });
  };
  for (const index of matches) tryUnit(index, true);
  const { positions, counts } = listNeighbors(units);
  const matched = [...chosen.keys()];
  for (let distance = 0; distance < NEIGHBORS; distance++) {
    for (const index of matched) {
      tryUnit(positions[counts[index]! - 1 - distance], false);
      tryUnit(positions[counts[index + 1]! + distance], false);
    }
  }
  const functions = [...chosen.values()].sort((a, b) => a.startLine - b.startLine);
  return { functions, ranges: mergeRanges(functions) };
}

/** Returns the units of a file in line order; none is inside another. */
function findUnits(definitions: readonly SymbolDefinition[]): readonly SymbolDefinition[] {
  const inOrder = definitions
    .filter(({ kind }) => FUNCTION_KINDS.has(kind) || TYPE_KINDS.has(kind))
    .sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  let nextFunction = Infinity;
  const whole = inOrder.toReversed().filter(({ kind, startLine, endLine }) => {
    if (!FUNCTION_KINDS.has(kind)) return endLine < nextFunction;
    nextFunction = startLine;
    return true;
  }).reverse();
  const units: SymbolDefinition[] = [];
  for (const definition of whole) {
    if (definition.startLine > (units.at(-1)?.endLine ?? 0)) units.push(definition);
  }
  return units;
}

/** Units that can be shown as neighbours: all but constants and variables. */
interface NeighborTable {
  /** Their positions among the units, in order. */
  readonly positions: readonly number[];
  /** Number of them before each unit, and at the end their total number. */
  readonly counts: readonly number[];
}

function listNeighbors(units: readonly SymbolDefinition[]): NeighborTable {
  const positions: number[] = [];
  const counts = units.map(({ kind }, index) => {
    const before = positions.length;
    if (!VALUE_KINDS.has(kind)) positions.push(index);
    return before;
  });
  return { positions, counts: [...counts, positions.length] };
}

/** Returns the positions of the units that match the names, best match first. */
function matchUnits(
  definitions: readonly SymbolDefinition[],
  { units, identifiers }: {
    readonly units: readonly SymbolDefinition[];
    readonly identifiers: readonly WeightedSymbol[];
  },
): readonly number[] {
  const byKey = Map.groupBy(identifiers, ({ name }) => looseKey(name));
  const scores = new Map<number, number>();
  for (const definition of definitions) {
    const named = byKey.get(looseKey(definition.name));
    if (named === undefined) continue;
    const index = units.findIndex(({ startLine, endLine }) =>
      startLine <= definition.startLine && definition.endLine <= endLine
    );
    if (index < 0) continue;
    const score = named.reduce((most, one) => Math.max(most, matchScore(definition, one)), 0);
    scores.set(index, Math.max(scores.get(index) ?? 0, score));
  }
  return [...scores].sort(([a, first], [b, second]) => second - first || a - b)
    .map(([index]) => index);
}

function matchScore(
  { name, container }: SymbolDefinition,
  identifier: WeightedSymbol,
): number {
  const namedContainer = identifier.qualifiers.at(-1);
  const holder = container?.split(".").at(-1);
  const isOther = namedContainer !== undefined &&
    looseKey(namedContainer) !== looseKey(holder ?? "");
  return identifier.weight * (identifier.name === name ? 1 : LOOSE_FACTOR) *
    (isOther ? OTHER_CONTAINER_FACTOR : 1);
}

/** Returns a name without case and separators, or the name when it has nothing else. */
function looseKey(name: string): string {
  return name.replace(SEPARATORS_REGEXP, "").toLowerCase() || name;
}

function fullName({ name, container }: SymbolDefinition): string {
  return container === undefined ? name : `${container}.${name}`;
}
