import type { SymbolDefinition } from "../language/symbol.ts";

/** Form in which a document is read: as program text or as prose. */
export type DocumentKind = "code" | "document";

/** Properties of a file, apart from its text, that the chunker and the index need. */
export interface DocumentInfo {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** Lower-case language name such as `"typescript"` or `"markdown"`; `"text"` when unknown. */
  readonly language: string;
  readonly kind: DocumentKind;
}

/**
 * Contiguous range of whole lines of a document; it is indexed and scored.
 *
 * The chunks of a document are in line order, do not overlap, and cover each line that is not blank
 * exactly once.
 */
export interface Chunk {
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Headings above and at the start of the chunk, outermost first; empty for code. */
  readonly trail: readonly string[];
  /** Definitions whose declaration starts inside the chunk, in line order. */
  readonly symbols: readonly SymbolDefinition[];
}
