import type { Chunk, SymbolDefinition } from "@dossier/core";
import { chunkDocument, contextHeaders } from "@dossier/core/chunk";
import { outlineSymbols } from "@dossier/core/outline";
import { detectLanguage } from "@dossier/core/language";
import type { SourceFile } from "./pair.ts";

/** Chunk with its text. */
export interface CutChunk {
  /** Position of the chunk. */
  readonly chunk: Chunk;
  /** Text before it when it is embedded. */
  readonly capsule: string;
  /** Lines of the chunk. */
  readonly lines: readonly string[];
}

/** File, cut as the product cuts it. */
export interface CutFile {
  /** Path with `/`. */
  readonly path: string;
  /** Language, as `detectLanguage` names it. */
  readonly language: string;
  /** True when it is read as prose. */
  readonly isProse: boolean;
  /** Definitions in the file. */
  readonly symbols: readonly SymbolDefinition[];
  /** Chunks in line order. */
  readonly chunks: readonly CutChunk[];
}

/** Cuts a file as the product does before it embeds the chunks. */
export function cutFile({ path, text }: SourceFile): CutFile {
  const { language, kind } = detectLanguage(path, text);
  const symbols = outlineSymbols(text, language);
  const chunks = chunkDocument({ info: { path, language, kind }, text, symbols });
  const heads = contextHeaders({ path, chunks });
  const lines = text.split("\n");
  return {
    path,
    language,
    isProse: kind === "document",
    symbols,
    chunks: chunks.map((chunk, i) => ({
      chunk,
      capsule: heads[i]!,
      lines: lines.slice(chunk.startLine - 1, chunk.endLine),
    })),
  };
}
