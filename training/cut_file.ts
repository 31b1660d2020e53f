import type { Chunk, SymbolDefinition } from "@dossier/core";
import { chunkDocument, contextHeaders } from "@dossier/core/chunk";
import { outlineSymbols } from "@dossier/core/outline";
import { detectLanguage } from "@dossier/core/language";
import type { SourceFile } from "./pair.ts";

/** A chunk with all that is known of it. */
export interface CutChunk {
  /** The chunk. */
  readonly chunk: Chunk;
  /** What stands in front of it when it is embedded. */
  readonly capsule: string;
  /** Its own lines. */
  readonly lines: readonly string[];
}

/** A file cut as the product cuts it. */
export interface CutFile {
  /** Path with `/`. */
  readonly path: string;
  /** As `detectLanguage` names it. */
  readonly language: string;
  /** Whether it is read as prose. */
  readonly isProse: boolean;
  /** Its definitions. */
  readonly symbols: readonly SymbolDefinition[];
  /** Its chunks in line order. */
  readonly chunks: readonly CutChunk[];
}

/** Cuts a file as the product does before it embeds the pieces. */
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
