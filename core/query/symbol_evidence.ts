import type { WeightedSymbol } from "./query_symbols.ts";

/** Factor for a file without the container that the query names. */
const OTHER_CONTAINER_FACTOR = 0.5;

/** Up to this many symbols, searching the text for each is faster than splitting it into names. */
const FEW_SYMBOLS = 16;

/**
 * Returns a function from a file to the strength, from 0 to 1, with which the symbols of a query point at
 * it. It is 1 when the file defines the symbol and has its container.
 *
 * @example
 * ```ts
 * import { openSymbolEvidence, parseQuery, querySymbols } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const evidence = openSymbolEvidence(querySymbols(parseQuery("Router::layer")));
 * assert.equal(evidence({ path: "src/routing.rs", definitions: "Router\nlayer" }), 1);
 * assert.equal(evidence({ path: "src/router/mod.rs", definitions: "layer" }), 1);
 * assert.equal(evidence({ path: "src/handler.rs", definitions: "layer" }), 0.5);
 * assert.equal(evidence({ path: "src/routing.rs", definitions: "Router\nlayers" }), 0);
 * ```
 */
export function openSymbolEvidence(
  symbols: readonly WeightedSymbol[],
): (file: { readonly path: string; readonly definitions: string }) => number {
  if (symbols.length === 0) return () => 0;
  return ({ path, definitions }) => {
    const isDefined = openNames(definitions, symbols.length);
    let best = 0;
    for (const { name, qualifiers, weight } of symbols) {
      if (weight <= best || !isDefined(name)) continue;
      const container = qualifiers.at(-1);
      const isThere = container === undefined || isDefined(container) || isIn(path, container);
      best = Math.max(best, isThere ? weight : weight * OTHER_CONTAINER_FACTOR);
    }
    return best;
  };
}

/** Returns a test for a name in `lines`, fit for about `count` calls. */
function openNames(lines: string, count: number): (name: string) => boolean {
  if (count > FEW_SYMBOLS) {
    const names = new Set(lines.split("\n"));
    return (name) => names.has(name);
  }
  const text = `\n${lines}\n`;
  return (name) => text.includes(`\n${name}\n`);
}

/** Returns whether a folder or the file of a path has the name, in any case. */
function isIn(path: string, name: string): boolean {
  const wanted = name.replaceAll("_", "").toLowerCase();
  return path.toLowerCase().replaceAll("_", "").split(/[/.]/).includes(wanted);
}
