import { outlineSymbols } from "@dossier/core/outline";
import { pathKinds } from "@dossier/core/rank";
import { type ReferenceKind, type Resolution, RESOLUTIONS } from "@dossier/core/reference";
import type { ReadDocument } from "./reference_index.ts";

/** A piece of code that refers to a definition, or is referred to from it. */
export interface CodeReference {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** SHA-256 of the bytes that were indexed, hexadecimal. */
  readonly documentHash: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** The definition that these lines are, dotted when nested; empty outside of any. */
  readonly symbol: string;
  /** The name that is referred to. */
  readonly name: string;
  /** Line of the reference, 1-based: of the first when there are several. */
  readonly line: number;
  /** How it is referred to. */
  readonly kind: ReferenceKind;
  /** How it is known which definition is meant. */
  readonly resolution: Resolution;
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

type SortableReference = Pick<CodeReference, "path" | "line" | "kind" | "resolution">;

/** Orders references: the surest first, code before tests, calls before uses, then by path and line. */
export function compareReferences(a: SortableReference, b: SortableReference): number {
  return RESOLUTIONS.indexOf(a.resolution) - RESOLUTIONS.indexOf(b.resolution) ||
    Number(isTest(a.path)) - Number(isTest(b.path)) ||
    Number(a.kind === "use") - Number(b.kind === "use") ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
}

/** Returns whether a path is that of a test or an example. */
export function isTest(path: string): boolean {
  return pathKinds(path).some((kind) => kind === "test" || kind === "example");
}
