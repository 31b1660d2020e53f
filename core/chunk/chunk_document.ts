import type { Chunk, DocumentInfo } from "./chunk.ts";
import { chunkCode } from "./chunk_code.ts";
import { chunkLines } from "./chunk_lines.ts";
import { chunkMarkdown, hasHeadings } from "./chunk_markdown.ts";
import type { SymbolDefinition } from "../language/symbol.ts";

/** A document as the chunkers see it. */
export interface ChunkableDocument {
  /** What is known of the document apart from its text. */
  readonly info: DocumentInfo;
  /** The whole text; lines end at `\n`. */
  readonly text: string;
  /** Definitions in the text, in any order; not used for languages with headings. */
  readonly symbols: readonly SymbolDefinition[];
}

/**
 * Cuts a document into chunks: prose by its headings, program text by its declarations, and all
 * else by lines. The chunks are in line order, do not overlap, and cover every line that is not
 * blank once; an empty or blank document has none.
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
export function chunkDocument({ info, text, symbols }: ChunkableDocument): readonly Chunk[] {
  if (hasHeadings(info.language)) return chunkMarkdown(text, info.language);
  if (symbols.length === 0) return chunkLines(text);
  const ordered = [...symbols].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  let next = 0;
  return chunkCode(text, ordered).map((chunk) => {
    while ((ordered[next]?.startLine ?? Infinity) < chunk.startLine) next++;
    const start = next;
    while ((ordered[next]?.startLine ?? Infinity) <= chunk.endLine) next++;
    return { ...chunk, symbols: ordered.slice(start, next) };
  });
}
