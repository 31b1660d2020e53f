import type { StructureEntry } from "@dossier/core";
import { isMinorKind } from "@dossier/core/chunk";
import { compareWords } from "@dossier/core/structure";
import { embedQuery } from "../embed/mod.ts";
import { findFiles, QueryText } from "../search/mod.ts";
import { findSymbolAt } from "./find_symbol.ts";
import { listChangedWith } from "./list_changed_with.ts";
import { type OutlinedFile, outlineIndexed, type StructureLease } from "./outline_files.ts";
import type { FoundStructure } from "./question.ts";

/** Files in which what is alike is looked for. */
const MAX_FILES = 20;

/** UTF-16 units of a definition that files are found by. */
const MAX_ASKED = 3000;

/** Definitions whose signatures are embedded: the most alike by words. */
const MAX_EMBEDDED = 60;

/** Definitions that are told for being alike. */
const MAX_ALIKE = 12;

/** Least likeness of what is told: of two functions of a tree, chosen at random, hardly any is above. */
const MIN_LIKENESS = 0.25;

/** A definition, and what speaks for it, from 0 to 1. */
interface RelatedEntry {
  readonly entry: StructureEntry;
  readonly worth: number;
  readonly reason: string;
}

/**
 * Returns what is like the definition at a place or has changed with it, best first.
 *
 * @throws {RetrievalError} As {@link findSymbolAt}.
 */
export async function findRelated(target: string, lease: StructureLease): Promise<FoundStructure> {
  const { entry: subject, file } = await findSymbolAt(target, lease);
  const [alike, changed] = await Promise.all([
    listAlike(subject, file, lease),
    listChangedWith(subject, lease),
  ]);
  const found = new Map<string, { entry: StructureEntry; worth: number; reasons: string[] }>();
  for (const { entry, worth, reason } of [...alike, ...changed]) {
    const key = `${entry.path}:${entry.startLine}`;
    const known = found.get(key) ?? { entry, worth: 0, reasons: [] };
    found.set(key, { entry, worth: known.worth + worth, reasons: [...known.reasons, reason] });
  }
  return {
    subject,
    entries: [...found.values()].sort((a, b) => b.worth - a.worth)
      .map(({ entry, reasons }) => ({ ...entry, reasons })),
  };
}

/** Returns the definitions whose words and signatures are the most alike, in the files that are found by its text. */
async function listAlike(
  subject: StructureEntry,
  own: OutlinedFile,
  lease: StructureLease,
): Promise<readonly RelatedEntry[]> {
  const text = textOf(subject, own);
  const { indexed: { reader }, embedder, visibility } = lease;
  const asked = text.slice(0, MAX_ASKED);
  const { vector } = embedder === undefined
    ? { vector: undefined }
    : await embedQuery(embedder, asked);
  const query = { query: new QueryText(asked), vector };
  const { files } = await findFiles(reader, query, { limit: MAX_FILES, visibility });
  const outlined = await outlineIndexed(files.map(({ path }) => path), lease);
  const candidates = [...outlined.values()].flatMap((file) =>
    file.definitions.filter((entry) => mayBeAlike(entry, subject))
      .map((entry) => ({ entry, text: textOf(entry, file) }))
  );
  const words = compareWords(text, candidates.map(({ text }) => text));
  const best = candidates.map(({ entry }, i) => ({ entry, ...words[i]! }))
    .sort((a, b) => b.value - a.value).slice(0, MAX_EMBEDDED);
  const cosines = await compareSignatures(subject, best.map(({ entry }) => entry), lease);
  return best.map(({ entry, value, shared }, i): RelatedEntry => ({
    entry,
    worth: cosines === undefined ? value : (value + cosines[i]!) / 2,
    reason: shared.length === 0 ? "a like signature" : `shares ${shared.join(", ")}`,
  })).filter(({ worth }) => worth >= MIN_LIKENESS).sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_ALIKE);
}

/** Returns whether a definition is of the same sort as another, and neither in it nor around it. */
function mayBeAlike(entry: StructureEntry, subject: StructureEntry): boolean {
  if (entry.path === subject.path && entry.symbol === subject.symbol) return false;
  const isSmaller = subject.endLine > subject.startLine && entry.endLine === entry.startLine;
  const isApart = entry.path !== subject.path || entry.endLine < subject.startLine ||
    entry.startLine > subject.endLine;
  return isApart && !isSmaller && sortOf(entry) === sortOf(subject);
}

function sortOf({ kind = "variable" }: StructureEntry): "function" | "value" | "type" {
  if (kind === "function" || kind === "method") return "function";
  return isMinorKind(kind) ? "value" : "type";
}

function textOf({ startLine, endLine }: StructureEntry, { lines }: OutlinedFile): string {
  return lines.slice(startLine - 1, endLine).join("\n");
}

/** Returns the cosines of signatures, at least 0; undefined without a model that is fast. */
async function compareSignatures(
  subject: StructureEntry,
  others: readonly StructureEntry[],
  { embedder }: StructureLease,
): Promise<readonly number[] | undefined> {
  if (embedder?.isFast !== true) return undefined;
  const texts = [subject, ...others].map(({ symbol = "", signature }) => `${symbol}\n${signature}`);
  const [own, ...rows] = await embedder.embedPassages(texts);
  return rows.map((row) => Math.max(0, row.reduce((sum, value, i) => sum + value * own![i]!, 0)));
}
