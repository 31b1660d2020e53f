import { findLeadRow } from "../outline/lead_rows.ts";
import { splitLines } from "../text/split_lines.ts";
import type { SymbolDefinition } from "../outline/symbol.ts";

/**
 * Returns the definitions of a text with the comments and decorators directly above each one in its
 * lines, in line order.
 *
 * @param definitions As an outline of `text` has them.
 *
 * @example
 * ```ts
 * import { includeLeads, outlineSymbols } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const text = "x = 1\n\n# Adds.\n@cached\ndef add(a, b):\n    return a + b\n";
 * const [add] = includeLeads(outlineSymbols(text, "python").slice(-1), text);
 * assert.deepEqual([add?.startLine, add?.endLine], [3, 6]);
 * ```
 */
export function includeLeads(
  definitions: readonly SymbolDefinition[],
  text: string,
): readonly SymbolDefinition[] {
  const lines = splitLines(text);
  const inOrder = definitions.toSorted((a, b) =>
    a.startLine - b.startLine || b.endLine - a.endLine
  );
  return inOrder.map((definition, index) => {
    const row = definition.startLine - 1;
    const before = inOrder[index - 1] ?? { startLine: 0, endLine: 0 };
    // Behind the definition before it, or inside of the one around it.
    const floor = before.endLine <= row ? before.endLine : before.startLine;
    const lead = findLeadRow(text, lines, { row, floor: Math.min(floor, row) });
    return { ...definition, startLine: lead + 1 };
  });
}
