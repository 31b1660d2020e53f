import type { Chunk, DocumentInfo } from "./chunk.ts";
import { chunkCode } from "./chunk_code.ts";
import { chunkLines } from "./chunk_lines.ts";
import { chunkMarkdown, hasHeadings } from "./chunk_markdown.ts";
import type { SymbolDefinition } from "../language/symbol.ts";

/**
 * Cuts a document into chunks: prose by its headings, program text by its declarations, and all
 * other text by lines. The chunks are in line order, do not overlap, and cover each line that is
 * not blank exactly once; an empty or blank document has none.
 *
 * @param document.text The whole text; lines end at `\n`.
 * @param document.symbols Definitions in the text, in any order; not used for languages with
 * headings.
 *
 * @example Each chunk holds the definitions that begin in it
 * ```ts
 * import { chunkDocument, outlineSymbols } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const text = "export function add(a, b) {\n  return a + b;\n}\n";
 * const chunks = chunkDocument({
 *   info: { path: "add.js", language: "javascript", kind: "code" },
 *   text,
 *   symbols: outlineSymbols(text, "javascript"),
 * });
 * assert.equal(chunks.length, 1);
 * assert.equal(chunks[0]?.symbols[0]?.name, "add");
 * ```
 */
export function chunkDocument({ info, text, symbols }: {
  readonly info: DocumentInfo;
  readonly text: string;
  readonly symbols: readonly SymbolDefinition[];
}): readonly Chunk[] {
  if (hasHeadings(info.language)) return chunkMarkdown(text, info.language);
  return symbols.length === 0 ? chunkLines(text) : chunkCode(text, symbols);
}
