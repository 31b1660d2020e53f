import type { StructureEntry } from "@dossier/core";
import { isMinorKind } from "@dossier/core/chunk";
import { listKeywords } from "@dossier/core/calls";
import { compareWords } from "@dossier/core/structure";
import { listNamesInText } from "@dossier/core/text";
import { embedQuery } from "../embed/mod.ts";
import { findFiles, QueryText } from "../search/mod.ts";
import { findSymbolAt } from "./find_symbol.ts";
import { listChangedWith } from "./list_changed_with.ts";
import { type OutlinedFile, outlineIndexedFiles, type StructureLease } from "./outline_files.ts";
import type { FoundStructure } from "./question.ts";

/** Maximum number of files that are searched for similar definitions. */
const MAX_FILES = 20;

/** Maximum length of the text of a definition in the search for files, in UTF-16 units. */
const MAX_QUERY_LENGTH = 3000;

/** Maximum number of definitions whose signatures are embedded: the most similar by words. */
const MAX_EMBEDDED = 60;

/** Maximum number of similar definitions in an answer. */
const MAX_SIMILAR = 12;

/** Minimum similarity of an entry: hardly any two random functions of a tree are above it. */
const MIN_SIMILARITY = 0.25;

/** Bonus for a definition that names another, or has the same name. */
const TIE_WORTH = 0.25;

/** Minimum number of characters of a name that ties definitions: shorter ones are everywhere. */
const MIN_TIED_NAME = 4;

/**
 * A name is evidence that two definitions are related only if at most this number, or at most this
 * share, of the definitions has it.
 */
const MAX_TIED_COUNT = 6;
const MAX_TIED_SHARE = 0.05;

/** Minimum cosine of signatures that is sufficient evidence. */
const MIN_COSINE = 0.6;

/** Definition with its evidence, from 0 to 1. */
interface RelatedEntry {
  readonly entry: StructureEntry;
  readonly worth: number;
  readonly reason: string;
}

/**
 * Returns definitions that are similar to the one at a location, or have changed with it, best
 * first.
 *
 * @throws {RetrievalError} As {@link findSymbolAt}.
 */
export async function findRelated(target: string, lease: StructureLease): Promise<FoundStructure> {
  const { entry: subject, file } = await findSymbolAt(target, lease);
  const [similar, changed] = await Promise.all([
    listSimilar(subject, file, lease),
    listChangedWith(subject, lease),
  ]);
  const found = new Map<string, { entry: StructureEntry; worth: number; reasons: string[] }>();
  for (const { entry, worth, reason } of [...similar, ...changed]) {
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

/**
 * Returns the definitions with the most similar words and signatures, in the files that its text
 * finds.
 */
async function listSimilar(
  subject: StructureEntry,
  own: OutlinedFile,
  lease: StructureLease,
): Promise<readonly RelatedEntry[]> {
  const text = textOf(subject, own);
  const { indexed: { reader }, embedder, visibility } = lease;
  const queryText = text.slice(0, MAX_QUERY_LENGTH);
  const { vector } = embedder === undefined
    ? { vector: undefined }
    : await embedQuery(embedder, queryText);
  const query = { query: new QueryText(queryText), vector };
  const { files } = await findFiles(reader, query, { limit: MAX_FILES, visibility });
  const outlined = await outlineIndexedFiles(files.map(({ path }) => path), lease);
  const candidates = [...outlined.values()].flatMap((file) =>
    file.definitions.filter((entry) => isComparable(entry, subject))
      .map((entry) => ({ entry, text: textOf(entry, file) }))
  );
  const keywords = listKeywords(subject.language);
  const texts = candidates.map(({ entry: { path }, text }) => ({ path, text }));
  const words = compareWords(text, texts, keywords);
  const ties = findTies({ entry: subject, text }, candidates, keywords);
  const ranked = candidates.map(({ entry }, i) => ({ entry, ...words[i]!, tie: ties[i] }))
    .sort((a, b) => b.value + tieWorth(b) - a.value - tieWorth(a));
  // One overload represents all.
  const best = [
    ...Map.groupBy(ranked, ({ entry: { path, symbol } }) => `${path} ${symbol}`).values(),
  ].map(([first]) => first!).slice(0, MAX_EMBEDDED);
  const cosines = await compareSignatures(subject, best.map(({ entry }) => entry), lease);
  return best.map((one, i): RelatedEntry => {
    const { entry, value, shared, tie } = one;
    const cosine = cosines?.[i];
    const likeness = cosine === undefined ? value : (value + cosine) / 2;
    const isLike = tie !== undefined || shared.length > 0 || (cosine ?? 0) >= MIN_COSINE;
    const similarity = shared.length === 0 ? "a like signature" : `shares ${shared.join(", ")}`;
    return {
      entry,
      // Keywords and common words alone are no evidence.
      worth: isLike ? likeness + tieWorth(one) : 0,
      reason: tie === undefined ? similarity : shared.length === 0 ? tie : `${tie}; ${similarity}`,
    };
  }).filter(({ worth }) => worth >= MIN_SIMILARITY).sort((a, b) => b.worth - a.worth)
    .slice(0, MAX_SIMILAR);
}

function tieWorth({ tie }: { readonly tie: string | undefined }): number {
  return tie === undefined ? 0 : TIE_WORTH;
}

/** Definition with its text. */
interface DefinitionText {
  readonly entry: StructureEntry;
  readonly text: string;
}

/**
 * Returns for each definition its tie to the first one by name: one contains the name of the other,
 * or they have the same name. A name that many of them have or contain is no tie.
 */
function findTies(
  { entry: subject, text }: DefinitionText,
  candidates: readonly DefinitionText[],
  keywords: ReadonlySet<string>,
): readonly (string | undefined)[] {
  const own = nameOf(subject);
  // A constructor has the same name in all types.
  const isTellingName = (name: string) =>
    name.length >= MIN_TIED_NAME && !keywords.has(name.replaceAll("_", "").toLowerCase());
  const ownNames = new Set(listNamesInText(text));
  const names = candidates.map(({ text }) => new Set(listNamesInText(text)));
  const most = Math.max(MAX_TIED_COUNT, MAX_TIED_SHARE * candidates.length);
  const holding = (name: string) => names.filter((one) => one.has(name)).length;
  const defining = Map.groupBy(candidates, ({ entry }) => nameOf(entry));
  const tieCache = new Map<string, boolean>();
  const isTie = (name: string) =>
    tieCache.getOrInsertComputed(
      name,
      () => isTellingName(name) && holding(name) <= most,
    );
  return candidates.map(({ entry }, i) => {
    const name = nameOf(entry);
    if (name === own) {
      const isSharedName = isTellingName(name) && defining.get(name)!.length <= most;
      return isSharedName ? "has the same name" : undefined;
    }
    if (names[i]!.has(own) && isTie(own)) return `uses ${own}`;
    return ownNames.has(name) && isTie(name) ? "is used by it" : undefined;
  });
}

function nameOf({ symbol = "" }: StructureEntry): string {
  return symbol.slice(symbol.lastIndexOf(".") + 1);
}

/**
 * Returns true when a definition is of the same sort as another one, and neither in it nor around
 * it.
 */
function isComparable(entry: StructureEntry, subject: StructureEntry): boolean {
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

/** Returns the cosines of signatures, at least 0, or `undefined` without a fast model. */
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
