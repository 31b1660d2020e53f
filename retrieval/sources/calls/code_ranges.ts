import type { PassageSource } from "@dossier/core";
import { outlineSymbols } from "@dossier/core/outline";
import type { KnownDocument } from "../../index/mod.ts";

/** A document with its text. */
export interface ReadDocument extends KnownDocument {
  readonly source: PassageSource;
}

/** A definition as lines of its file. */
export interface CodeRange {
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** The definition's name, dotted when nested; empty when there is none. */
  readonly symbol: string;
  /** Name without what it is in. */
  readonly name: string;
}

/** Lines of a document that is outlined as a whole: a large one would take longer than all the rest. */
const MAX_WHOLE_LINES = 500;

/** Lines before and behind a chunk that are outlined with it. */
const WINDOW_LINES = 120;

/** Returns whether a document is outlined as a whole. */
export function isOutlinedWhole({ source }: Pick<ReadDocument, "source">): boolean {
  return source.lines.length <= MAX_WHOLE_LINES;
}

/** Returns the definitions around a chunk of a document, in line order. */
export function listRanges(
  { source, language, chunks }: Pick<ReadDocument, "source" | "language" | "chunks">,
  place: number,
): readonly CodeRange[] {
  const { lines } = source;
  const chunk = chunks[place];
  if (chunk === undefined) return [];
  const isWhole = isOutlinedWhole({ source });
  // Chunks begin where definitions do, or at least where lines do that are code.
  const first = isWhole
    ? undefined
    : chunks.find(({ startLine }) => startLine >= chunk.startLine - WINDOW_LINES);
  const start = first?.startLine ?? 1;
  const end = isWhole ? lines.length : chunk.endLine + WINDOW_LINES;
  const label = first?.label ?? "";
  // What the definitions of a part are in stands before it; its label says that.
  const outer = label.slice(0, Math.max(0, label.lastIndexOf(".")));
  return outlineSymbols(lines.slice(start - 1, end).join("\n"), language)
    .filter(({ kind }) => kind !== "variable" && kind !== "field" && kind !== "heading")
    .map(({ startLine, endLine, name, container = outer }): CodeRange => ({
      startLine: start + startLine - 1,
      endLine: start + endLine - 1,
      symbol: container === "" ? name : `${container}.${name}`,
      name,
    }));
}
