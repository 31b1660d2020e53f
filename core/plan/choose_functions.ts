/**
 * Which functions of a large file are shown in full next to its outline.
 *
 * What is shown or not is a *unit*: a function that is in no other one, or a type without functions.
 * Units that match a name of the issue come first, then those next to them, then those one further.
 * A class with methods is no unit, as the file would soon be shown whole: its outline says what it has.
 *
 * @module
 */

import type { SymbolDefinition, SymbolKind } from "../outline/symbol.ts";
import type { WeightedSymbol } from "../query/query_symbols.ts";
import { type LineRange, mergeRanges } from "./merge_ranges.ts";

/** A function or type that is shown in full. */
export interface ChosenFunction extends LineRange {
  /** Its name, with its container (`"Store.open"`). */
  readonly name: string;
  /** Whether the issue names it, or something in it; otherwise it stands near one that it names. */
  readonly matched: boolean;
  /** What showing it costs. */
  readonly tokens: number;
}

/** What {@link chooseFunctions} chose, and what it did not. */
export interface ChosenFunctions {
  /** What is shown, in line order. */
  readonly functions: readonly ChosenFunction[];
  /** Their lines: what overlaps or touches is one range. */
  readonly ranges: readonly LineRange[];
  /** Functions that the issue names and that do not fit, best match first. */
  readonly omitted: readonly ChosenFunction[];
}

/** What {@link chooseFunctions} needs next to the definitions. */
export interface FunctionOptions {
  /** Names of the issue: see `issueIdentifiers`. */
  readonly identifiers: readonly WeightedSymbol[];
  /** Tokens to spend. */
  readonly tokens: number;
  /** Returns what showing some lines of the file costs. */
  readonly cost: (range: LineRange) => number;
}

/** Functions before and after a match that are shown while they fit. */
const NEIGHBORS = 2;

/** What a match counts that differs in case or underscores. */
const LOOSE_FACTOR = 0.5;

/** What a match counts where the issue names another container: `store` may be a variable. */
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
 * Chooses the functions of a file that an issue is about, and up to two before and after each, as far
 * as they fit; what does not fit is passed over.
 *
 * @param definitions The definitions of the file in line order.
 *
 * @example
 * ```ts
 * import { chooseFunctions, outlineSymbols } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const text = "def a():\n    pass\n\ndef b():\n    pass\n\ndef c():\n    pass\n";
 * const { functions } = chooseFunctions(outlineSymbols(text, "python"), {
 *   identifiers: [{ name: "b", qualifiers: [], weight: 1 }],
 *   tokens: 4,
 *   cost: ({ startLine, endLine }) => endLine - startLine + 1,
 * });
 * assert.deepEqual(functions.map(({ name, matched }) => [name, matched]), [
 *   ["a", false],
 *   ["b", true],
 * ]);
 * ```
 */
export function chooseFunctions(
  definitions: readonly SymbolDefinition[],
  { identifiers, tokens, cost }: FunctionOptions,
): ChosenFunctions {
  const units = findUnits(definitions);
  const matches = matchUnits(definitions, { units, identifiers });
  const chosen = new Map<number, ChosenFunction>();
  const omitted: ChosenFunction[] = [];
  const tried = new Set<number>();
  let used = 0;
  const tryUnit = (index: number | undefined, matched: boolean) => {
    const unit = units[index ?? -1];
    if (index === undefined || unit === undefined || tried.has(index)) return;
    tried.add(index);
    const { startLine, endLine } = unit;
    const spent = cost({ startLine, endLine });
    const shown = { startLine, endLine, name: fullName(unit), matched, tokens: spent };
    if (used + spent <= tokens) {
      used += spent;
      chosen.set(index, shown);
    } else if (matched) omitted.push(shown);
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
  return { functions, ranges: mergeRanges(functions), omitted };
}

/** Returns the units of a file in line order; none is inside of another. */
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

/** Units that are shown next to others: all but those that hold a value. */
interface NeighborTable {
  /** Their positions among the units, in order. */
  readonly positions: readonly number[];
  /** How many of them are before each unit, and behind that how many there are. */
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

/** Returns the positions of the units that the names are about, best match first. */
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
    const wanted = byKey.get(looseKey(definition.name));
    if (wanted === undefined) continue;
    const index = units.findIndex(({ startLine, endLine }) =>
      startLine <= definition.startLine && definition.endLine <= endLine
    );
    if (index < 0) continue;
    const score = wanted.reduce((most, one) => Math.max(most, matchScore(definition, one)), 0);
    scores.set(index, Math.max(scores.get(index) ?? 0, score));
  }
  return [...scores].sort(([a, first], [b, second]) => second - first || a - b)
    .map(([index]) => index);
}

function matchScore(
  { name, container }: SymbolDefinition,
  identifier: WeightedSymbol,
): number {
  const wanted = identifier.qualifiers.at(-1);
  const holder = container?.split(".").at(-1);
  const isOther = wanted !== undefined && looseKey(wanted) !== looseKey(holder ?? "");
  return identifier.weight * (identifier.name === name ? 1 : LOOSE_FACTOR) *
    (isOther ? OTHER_CONTAINER_FACTOR : 1);
}

/** Returns a name without case and separators; of one that has nothing else, the name. */
function looseKey(name: string): string {
  return name.replace(SEPARATORS_REGEXP, "").toLowerCase() || name;
}

function fullName({ name, container }: SymbolDefinition): string {
  return container === undefined ? name : `${container}.${name}`;
}
