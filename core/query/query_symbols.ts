import { pow } from "../math/mod.ts";
import type { ParsedQuery } from "./parse_query.ts";
import { type Zone, ZONE_WEIGHTS } from "./zones.ts";

/** Symbol that a query names. */
export interface WeightedSymbol {
  readonly name: string;
  /** Names of its containers, from the outermost; empty for a single name. */
  readonly qualifiers: readonly string[];
  /** Likelihood that the query is about it, above 0 and at most 1. */
  readonly weight: number;
}

/** Weight of the function of the innermost frame, and factor for each call further out. */
const FRAME_WEIGHT = 0.6;
const FRAME_DECAY = 0.5;

/** Maximum depth of a frame that names a symbol. */
const MAX_DEPTH = 3;

const NAME_REGEXP = /^[\w$]+$/;

/** Returns the symbols that a query names, each once, highest weight first. */
export function querySymbols(parsed: ParsedQuery): readonly WeightedSymbol[] {
  const found = new Map<string, WeightedSymbol>();
  // The only line of a query is its title.
  const hasTitle = parsed.lines.some(({ zone }) => zone === "title");
  const add = (names: readonly string[], weight: number) => {
    const name = names.at(-1);
    const key = names.join(".");
    if (name === undefined || weight <= (found.get(key)?.weight ?? 0)) return;
    found.set(key, { name, qualifiers: names.slice(0, -1), weight });
  };
  const weighZone = (zone: Zone) =>
    ZONE_WEIGHTS[zone === "prose" && !hasTitle ? "title" : zone].symbol;
  for (const { names, zone } of parsed.symbols) add(names, weighZone(zone));
  for (const { start, end, zone } of parsed.codeSpans) {
    const name = parsed.text.slice(start, end).trim();
    if (NAME_REGEXP.test(name)) add([name], weighZone(zone));
  }
  for (const { symbol, depth } of parsed.frames) {
    if (symbol === undefined || depth > MAX_DEPTH) continue;
    add(frameNames(symbol), FRAME_WEIGHT * pow(FRAME_DECAY, depth));
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight);
}

/** Factor for a file without the container that the query names. */
const OTHER_CONTAINER_FACTOR = 0.5;

/**
 * Returns a function from a file to the strength, from 0 to 1, with which the symbols of a query
 * point at it. It is 1 when the file defines the symbol and has its container.
 */
export function createSymbolMatcher(
  symbols: readonly WeightedSymbol[],
): (file: { readonly path: string; readonly definitions: string }) => number {
  return ({ path, definitions }) => {
    const isDefined = createNameTest(definitions, symbols.length);
    let best = 0;
    for (const { name, qualifiers, weight } of symbols) {
      if (weight <= best || !isDefined(name)) continue;
      const container = qualifiers.at(-1);
      const isThere = container === undefined || isDefined(container) || isInPath(path, container);
      best = Math.max(best, isThere ? weight : weight * OTHER_CONTAINER_FACTOR);
    }
    return best;
  };
}

/**
 * Maximum number of names for which searching the text for each is faster than splitting it into
 * names.
 */
const FEW_NAMES = 16;

/** Returns a test for a name in `lines`, optimised for about `count` calls. */
function createNameTest(lines: string, count: number): (name: string) => boolean {
  if (count > FEW_NAMES) {
    const names = new Set(lines.split("\n"));
    return (name) => names.has(name);
  }
  const text = `\n${lines}\n`;
  return (name) => text.includes(`\n${name}\n`);
}

/** Returns true when a folder or the file of a path has the name, in any case. */
function isInPath(path: string, name: string): boolean {
  const normalized = name.replaceAll("_", "").toLowerCase();
  return path.toLowerCase().replaceAll("_", "").split(/[/.]/).includes(normalized);
}

/** Type parameters of a function. */
const GENERICS_REGEXP = /<[^<>]*>|\[\.{3}\]/g;

/** Remarks on a call beside its name: `[as open]` of JavaScript, `block in` of Ruby. */
const REMARK_REGEXP = /\s\[as [^\]]+\]|^.*\b(?:in|of) (?=\S+$)/g;

/**
 * Folders in front of the package of Go, and the receiver of a method: `host/app.(*Store).open`.
 */
const PACKAGE_REGEXP = /^[\w.@~-]+(?:\/[\w.@~-]+)*\/(?=[A-Za-z_][\w-]*\.)/;
const RECEIVER_REGEXP = /[(){}*]/g;

const SEPARATOR_REGEXP = /\.|::|#|->|\\+|\/(?=\d)/;

/** Names of anonymous functions in some languages, and names for all classes. */
const NAMELESS_REGEXP =
  /^(?:func\d+|\d+|lambda\$.*|closure|anonymous|eval|Object|Function|Module|Array|Class)$/;

/**
 * Returns the names of a function of a stack trace from the outermost to its own, without those of
 * closures in it; nothing for code outside of functions.
 *
 * @example
 * ```ts
 * import { frameNames } from "@dossier/core/query";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(frameNames("example.org/app/store.(*Store).open.func1"), ["store", "Store", "open"]);
 * assert.deepEqual(frameNames("axum::routing::Router<S>::nest"), ["axum", "routing", "Router", "nest"]);
 * assert.deepEqual(frameNames("Object.<anonymous>"), []);
 * ```
 */
export function frameNames(symbol: string): readonly string[] {
  const bare = symbol.replace(REMARK_REGEXP, "").replace(GENERICS_REGEXP, "")
    .replace(PACKAGE_REGEXP, "").replace(RECEIVER_REGEXP, "");
  return bare.split(SEPARATOR_REGEXP)
    .filter((name) => NAME_REGEXP.test(name) && !NAMELESS_REGEXP.test(name));
}
