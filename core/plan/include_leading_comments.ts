import { findLeadingCommentRow } from "../outline/doc_comment.ts";
import { splitLines } from "../text/split_lines.ts";
import type { SymbolDefinition } from "../language/symbol.ts";

/**
 * Returns the definitions of a text in line order, each with the comments and decorators directly
 * above it.
 *
 * @param definitions Definitions of an outline of `text`.
 */
export function includeLeadingComments(
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
    // The comments begin after the previous definition, or inside the surrounding one.
    const floor = before.endLine <= row ? before.endLine : before.startLine;
    const lead = findLeadingCommentRow(text, lines, { row, floor: Math.min(floor, row) });
    return { ...definition, startLine: lead + 1 };
  });
}
