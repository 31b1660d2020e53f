import type { Note, StructureEntry } from "@dossier/core";
import { detectLanguage } from "@dossier/core/language";
import { containerOf } from "@dossier/core/structure";
import { listWorkChanges, openLineHistory, type WorkChange } from "../commits/mod.ts";
import { isTestCode } from "../symbols/mod.ts";
import { openDossierIgnores } from "../tree/mod.ts";
import { listAround, type OutlinedFile, outlineIndexed, outlineText } from "./outline_files.ts";
import type { StructureLease } from "./outline_files.ts";
import { findTestLine, REMOVED } from "./describe_places.ts";

/** Files that are compared with what they were. */
const MAX_FILES = 500;

/** How long git may take to read what they were, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Paths that a note names. */
const MAX_NOTED = 5;

/** What the working tree has changed since a revision of git. */
export interface ChangedSymbols {
  /** Definitions that are new or read otherwise than before, each innermost one, in the order of files and lines. */
  readonly changed: readonly StructureEntry[];
  /** Definitions that are no longer anywhere, with the lines that they had. */
  readonly removed: readonly StructureEntry[];
  /** Tests that are calls, and so no definitions, which are new or read otherwise than before. */
  readonly tests: readonly StructureEntry[];
  readonly notes: readonly Note[];
}

/** Lines of a file that belong to one definition or test and to none in it. */
interface Part {
  /** A definition's name, or the line in which a test begins; empty for what is outside of both. */
  readonly name: string;
  /** Without what stands before and after, and without empty lines. */
  readonly text: string;
  readonly entry: StructureEntry;
}

/** A file as it was and as it is, in parts; a side is empty where there was or is no such file. */
interface ComparedFile {
  readonly path: string;
  readonly before: readonly Part[];
  readonly now: readonly Part[];
}

/**
 * Returns what the working tree has changed since a revision: staged, unstaged and untracked. A definition has changed
 * when its own lines have, wherever they stand now; one that was only moved has not.
 *
 * @param revision See `listWorkChanges`.
 * @throws {RetrievalError} As `listWorkChanges`.
 */
export async function listChangedSymbols(
  revision: string,
  lease: StructureLease,
): Promise<ChangedSymbols> {
  const { indexed: { root }, visibility } = lease;
  const { commit, files } = await listWorkChanges(root, revision);
  const ignores = await openDossierIgnores(root, files.map(({ path }) => path));
  const shown = files.filter(({ path }) => visibility.shows(path) && !ignores(path));
  const looked = shown.slice(0, MAX_FILES);
  const now = await outlineIndexed(looked.map(({ path }) => path), lease);
  const before = await outlinePast(looked, { commit, lease });
  const compared = looked.map(({ path }): ComparedFile => ({
    path,
    before: listParts(before.get(path)),
    now: listParts(now.get(path)),
  }));
  const unread = looked.filter(({ path, isInWorkTree }) => isInWorkTree && !now.has(path)).map((
    { path },
  ) => path);
  // A file that is not known as it is now says nothing of what was removed.
  const known = compared.filter(({ path }) => !unread.includes(path));
  const notes: Note[] = [];
  const note = (count: number, what: string, paths: readonly string[] = []) => {
    const named = paths.slice(0, MAX_NOTED).join(", ");
    const places = paths.length === 0 ? "" : `: ${named}${paths.length > MAX_NOTED ? ", …" : ""}`;
    const message = `${what.replace("$", countFiles(count))}${places}`;
    if (count > 0) notes.push({ code: "files-unread", message });
  };
  note(files.length - shown.length, "$ may not be shown: what depends on them is not listed");
  note(shown.length - looked.length, "$ of many were not compared");
  note(
    unread.length,
    "$ could not be compared, as the index does not have them as they are",
    unread,
  );
  const outside = listOutside(known);
  note(outside.length, "Lines outside of definitions, such as imports, differ in $", outside);
  return { ...compareFiles(known), notes };
}

/** Returns files as a commit has them, by path, without documents. */
async function outlinePast(
  files: readonly WorkChange[],
  { commit, lease }: { readonly commit: string; readonly lease: StructureLease },
): Promise<ReadonlyMap<string, OutlinedFile>> {
  const { indexed: { root }, mask } = lease;
  const paths = files.filter(({ isInCommit }) => isInCommit).map(({ path }) => path);
  const history = openLineHistory({ root }, AbortSignal.timeout(PATIENCE_MS));
  const texts = await history?.readFiles(paths.map((path) => ({ commit, path }))) ?? [];
  const past = paths.flatMap((path, i) => {
    const text = texts[i];
    return text === undefined ? [] : [{ path, text, ...detectLanguage(path, text) }];
  }).filter(({ kind }) => kind === "code");
  return new Map(
    past.map(({ path, text, ...file }) => [
      path,
      outlineText(mask(path, text), { path, ...file }),
    ]),
  );
}

/** Returns the parts of a file of code. */
function listParts(file: OutlinedFile | undefined): readonly Part[] {
  if (file === undefined || file.kind !== "code") return [];
  const { path, language, lines } = file;
  // What uses a field is not listed, so the field is part of what it is in.
  const definitions = file.definitions.filter(({ kind }) => kind !== "field");
  const around = listAround({ ...file, definitions });
  const isTest = isTestCode({ path, symbol: "" });
  const groups = Map.groupBy(
    lines.keys(),
    (row) => around[row + 1] ?? (isTest ? findTestLine(lines, row + 1) : undefined) ?? 0,
  );
  return [...groups].map(([owner, rows]): Part => {
    const text = rows.map((row) => lines[row]!.trimEnd()).filter((line) => line !== "").join("\n");
    if (typeof owner === "object") return { name: owner.symbol ?? "", text, entry: owner };
    const signature = owner === 0 ? "" : lines[owner - 1]!.trim();
    const range = { startLine: Math.max(1, owner), endLine: rows.at(-1)! + 1 };
    return { name: signature, text, entry: { path, language, ...range, signature, reasons: [] } };
  });
}

/** Returns what differs between the two sides of files. */
function compareFiles(
  files: readonly ComparedFile[],
): Pick<ChangedSymbols, "changed" | "removed" | "tests"> {
  const lost = files.flatMap(({ before, now }) => subtract(before, now));
  const found = files.flatMap(({ before, now }) => subtract(now, before));
  // What only stands elsewhere now has not changed.
  const changed = subtract(found, lost);
  const there = new Set(files.flatMap(({ now }) => now.map(keyOf)));
  const names = new Set(changed.map(({ name }) => name));
  const removed = subtract(lost, found).filter((part) =>
    !there.has(keyOf(part)) && !names.has(part.name)
  );
  const removedKeys = new Set(removed.map(keyOf));
  const old = new Set(lost.map(keyOf));
  const entries = changed.map((part) => ({
    ...part.entry,
    reasons: [old.has(keyOf(part)) ? "changed" : "new"],
  })).sort(compareEntries);
  return {
    changed: entries.filter(({ symbol }) => symbol !== undefined),
    removed: removed.filter(({ entry }) => {
      // What was in a definition that was removed as well is not called without it.
      const container = containerOf(entry);
      return entry.symbol !== undefined && !removedKeys.has(`${entry.path}\0${container}`);
    }).map(({ entry }) => ({ ...entry, reasons: [REMOVED] })).sort(compareEntries),
    tests: entries.filter(({ symbol }) => symbol === undefined),
  };
}

/** Returns the named parts that are not among others with the same name and text, each of which stands for one. */
function subtract(parts: readonly Part[], others: readonly Part[]): readonly Part[] {
  const counts = new Map<string, number>();
  const sameKey = ({ name, text }: Part) => `${name}\0${text}`;
  for (const other of others) counts.set(sameKey(other), (counts.get(sameKey(other)) ?? 0) + 1);
  return parts.filter((part) => {
    const count = counts.get(sameKey(part)) ?? 0;
    counts.set(sameKey(part), count - 1);
    return part.name !== "" && count <= 0;
  });
}

function keyOf({ name, entry }: Part): string {
  return `${entry.path}\0${name}`;
}

function compareEntries(a: StructureEntry, b: StructureEntry): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine;
}

/** Returns what there is to say of code that has changed outside of definitions: imports, and what runs at once. */
function listOutside(files: readonly ComparedFile[]): readonly string[] {
  const outside = (parts: readonly Part[]) => parts.find(({ name }) => name === "")?.text ?? "";
  // What is new, or called otherwise, its definitions say.
  return files.filter(({ now, before }) =>
    now.length > 0 && before.length > 0 && outside(now) !== outside(before)
  )
    .map(({ path }) => path);
}

function countFiles(count: number): string {
  return count === 1 ? "1 changed file" : `${count} changed files`;
}
