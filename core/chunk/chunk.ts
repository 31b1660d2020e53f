import type { SymbolDefinition } from "../language/symbol.ts";

/**
 * A contiguous range of whole lines of a document; what is indexed and scored.
 *
 * The chunks of a document are in line order, do not overlap, and cover every line that is not
 * blank exactly once.
 */
export interface Chunk {
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Headings above and at the chunk's start, outermost first; empty for code. */
  readonly trail: readonly string[];
  /** Definitions whose declaration starts inside the chunk, in line order. */
  readonly symbols: readonly SymbolDefinition[];
}
