import type { SymbolDefinition } from "@dossier/core";

/** Lines of one file. */
interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Kinds of definitions that an outline leaves out inside of others: they would be most of it. */
const INNER_KINDS: ReadonlySet<string> = new Set(["constant", "field", "variable", "heading"]);

const INDENT = "  ";

/**
 * Returns the declarations of a file without their bodies: a line for each, with the number of its
 * line, and its doc comment under it.
 *
 * @param definitions In line order.
 * @param shown Lines that are shown in full beside the outline, whose definitions it leaves out.
 */
export function outlineFile(
  definitions: readonly SymbolDefinition[],
  shown: readonly Lines[] = [],
): string {
  return definitions
    .filter(({ kind, container }) => container === undefined || !INNER_KINDS.has(kind))
    .filter(({ startLine }) =>
      !shown.some((range) => range.startLine <= startLine && startLine <= range.endLine)
    )
    .map(({ startLine, signature, doc, container }) => {
      const indent = INDENT.repeat(container === undefined ? 0 : container.split(".").length);
      const comment = doc === undefined || doc === "" ? "" : `\n${indent}${INDENT}${doc}`;
      return `${startLine}: ${indent}${signature}${comment}`;
    })
    .join("\n");
}
