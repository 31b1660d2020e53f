import type { DocumentKind, StructureEntry, SymbolDefinition } from "@dossier/core";
import { chunkMarkdown, hasHeadings, isMinorKind } from "@dossier/core/chunk";
import { containerOf } from "@dossier/core/structure";
import { outlineSymbols } from "@dossier/core/outline";
import type { MaskText } from "../secrets/mod.ts";
import { type Lease, openNamedFiles } from "../lease/mod.ts";
import { readSources, toSource } from "../tree/mod.ts";

/** Lease of an answer about structure, with the mask of its texts. */
export interface StructureLease extends Lease {
  readonly mask: MaskText;
}

/** File with its definitions. */
export interface OutlinedFile {
  readonly path: string;
  readonly kind: DocumentKind;
  readonly language: string;
  readonly lines: readonly string[];
  /** Definitions, in the order of lines. */
  readonly definitions: readonly StructureEntry[];
}

/**
 * Returns the indexed files at some paths with their definitions, by path. Files that must not be
 * shown or have changed since are excluded.
 */
export async function outlineIndexedFiles(
  paths: readonly string[],
  { indexed: { reader, root }, visibility, sources, mask }: StructureLease,
): Promise<ReadonlyMap<string, OutlinedFile>> {
  const documents = [...(await reader.findDocuments(paths)).values()];
  const requests = documents.map(({ path, hash }) => ({ path, documentHash: hash }));
  const read = await readSources(requests, { root, visibility, sources });
  return new Map(documents.flatMap(({ path, kind, language }): [string, OutlinedFile][] => {
    const source = read.get(path);
    if (source === undefined) return [];
    // The whole file is masked, because a signature may end inside of a secret.
    const text = mask(path, source.lines.join("\n"));
    return [[path, outlineText(text, { path, kind, language })]];
  }));
}

/**
 * Returns the current files with some written paths, each once.
 *
 * @throws {RetrievalError} `file-not-found`, `file-excluded`.
 */
export async function outlineNamedFiles(
  written: readonly string[],
  lease: StructureLease,
): Promise<readonly OutlinedFile[]> {
  const opened = await openNamedFiles(written, lease);
  const files = [...new Map(opened.map((file) => [file.path, file])).values()];
  return files.map(({ text, ...file }) => outlineText(text, file));
}

/** Returns a text with its definitions. */
export function outlineText(
  text: string,
  { path, kind, language }: Pick<OutlinedFile, "path" | "kind" | "language">,
): OutlinedFile {
  const found = hasHeadings(language)
    ? chunkMarkdown(text, language).flatMap(({ symbols }) => symbols)
    : outlineSymbols(text, language);
  const definitions = found.map((definition) => toEntry(definition, { path, language }));
  return { path, kind, language, lines: toSource({ text }).lines, definitions };
}

function toEntry(
  { name, kind, startLine, endLine, container, signature }: SymbolDefinition,
  file: Pick<StructureEntry, "path" | "language">,
): StructureEntry {
  const symbol = container === undefined ? name : `${container}.${name}`;
  return { ...file, startLine, endLine, kind, symbol, signature, reasons: [] };
}

/** Level of a heading. */
const LEVEL_REGEXP = /^#*/;

/**
 * Compares definitions by importance for their files: outer before inner ones, functions and types
 * before values.
 */
export function compareImportance(a: StructureEntry, b: StructureEntry): number {
  return depthOf(a) - depthOf(b) || Number(isMinor(a)) - Number(isMinor(b));
}

function depthOf(entry: StructureEntry): number {
  if (entry.kind === "heading") return LEVEL_REGEXP.exec(entry.signature)![0].length;
  const container = containerOf(entry);
  return container === "" ? 1 : container.split(".").length + 1;
}

function isMinor({ kind }: StructureEntry): boolean {
  return kind === undefined || isMinorKind(kind);
}

/**
 * Returns the innermost definition around each line, at the index of its number; `undefined` at 0
 * and outside of definitions.
 */
export function listEnclosing(
  { lines, definitions }: OutlinedFile,
): readonly (StructureEntry | undefined)[] {
  const around = Array<StructureEntry | undefined>(lines.length + 1).fill(undefined);
  // A nested definition is shorter; of two with the same lines, the later one is nested.
  for (const entry of definitions.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    around.fill(entry, entry.startLine, entry.endLine + 1);
  }
  return around;
}

/** Returns the number of lines of a definition after its first. */
export function lengthOf({ startLine, endLine }: StructureEntry): number {
  return endLine - startLine;
}
