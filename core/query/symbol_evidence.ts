import type { WeightedSymbol } from "./query_symbols.ts";

/** What a match is worth when nothing of the file goes by the name that the symbol is said to be in. */
const OTHER_CONTAINER_FACTOR = 0.5;

/**
 * Returns a function that says how strongly a query points at a file by the symbols that it names,
 * from 0 to 1: 1 when the file defines the symbol, and what it is said to be in as well.
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
    const lines = `\n${definitions}\n`;
    const isDefined = (name: string) => lines.includes(`\n${name}\n`);
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

/** Returns whether a folder or the file of a path has the name, in whatever case. */
function isIn(path: string, name: string): boolean {
  const wanted = name.replaceAll("_", "").toLowerCase();
  return path.toLowerCase().replaceAll("_", "").split(/[/.]/).includes(wanted);
}
