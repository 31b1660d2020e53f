import type { Note, StructureEntry } from "@dossier/core";
import { detectLanguage } from "@dossier/core/language";
import { containerOf } from "@dossier/core/structure";
import { listWorkChanges, openLineHistory, type WorkChange } from "../commits/mod.ts";
import { isTestCode } from "../symbols/mod.ts";
import { openDossierIgnores } from "../tree/mod.ts";
import {
  listEnclosing,
  type OutlinedFile,
  outlineIndexedFiles,
  outlineText,
} from "./outline_files.ts";
import type { StructureLease } from "./outline_files.ts";
import { findTestLine, REMOVED } from "./list_place_entries.ts";

/** Maximum number of compared files. */
const MAX_FILES = 500;

/** Time limit for git to read their old text, in milliseconds. */
const GIT_TIMEOUT_MS = 20_000;

/** Maximum number of paths that a note lists. */
const MAX_NOTED = 5;

/** Changes of the working tree since a git revision. */
export interface ChangedSymbols {
  /** New and changed definitions, each the innermost one, in the order of files and lines. */
  readonly changed: readonly StructureEntry[];
  /** Removed definitions, with their former lines. */
  readonly removed: readonly StructureEntry[];
  /** New and changed tests that are calls, and so no definitions. */
  readonly tests: readonly StructureEntry[];
  readonly notes: readonly Note[];
}

/** Lines of a file that belong to one definition or test, without those nested in it. */
interface Part {
  /** Name of a definition, or the first line of a test; empty outside of both. */
  readonly name: string;
  /** Text without surrounding white space and empty lines. */
  readonly text: string;
  readonly entry: StructureEntry;
}

/**
 * File before and after the change, in parts; a side is empty when the file does not exist there.
 */
interface ComparedFile {
  readonly path: string;
  readonly before: readonly Part[];
  readonly now: readonly Part[];
}

/**
 * Returns the changes of the working tree since a revision: staged, unstaged and untracked. A
 * definition is changed when its own lines are, at any position; a moved one is not.
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
  const shown = files.filter(({ path }) => visibility.isVisible(path) && !ignores(path));
  const looked = shown.slice(0, MAX_FILES);
  const now = await outlineIndexedFiles(looked.map(({ path }) => path), lease);
  const before = await outlineCommit(looked, { commit, lease });
  const compared = looked.map(({ path }): ComparedFile => ({
    path,
    before: listParts(before.get(path)),
    now: listParts(now.get(path)),
  }));
  const unread = looked.filter(({ path, isInWorkTree }) => isInWorkTree && !now.has(path)).map((
    { path },
  ) => path);
  // A file without known current text is no evidence for removals.
  const known = compared.filter(({ path }) => !unread.includes(path));
  const notes: Note[] = [];
  const note = (count: number, what: string, paths: readonly string[] = []) => {
    const named = paths.slice(0, MAX_NOTED).join(", ");
    const places = paths.length === 0 ? "" : `: ${named}${paths.length > MAX_NOTED ? ", …" : ""}`;
    const message = `${what.replace("$", countFiles(count))}${places}`;
    if (count > 0) notes.push({ code: "files-unread", message });
  };
  note(files.length - shown.length, "$ may not be shown, so what depends on them is not listed");
  note(shown.length - looked.length, "$ were not compared, as there are too many");
  note(
    unread.length,
    "$ could not be compared, as the index does not have their present content",
    unread,
  );
  const outside = listOutside(known);
  note(outside.length, "Lines outside definitions, such as imports, differ in $", outside);
  return { ...compareFiles(known), notes };
}

/** Returns the files of a commit, by path, without documents. */
async function outlineCommit(
  files: readonly WorkChange[],
  { commit, lease }: { readonly commit: string; readonly lease: StructureLease },
): Promise<ReadonlyMap<string, OutlinedFile>> {
  const { indexed: { root }, mask } = lease;
  const paths = files.filter(({ isInCommit }) => isInCommit).map(({ path }) => path);
  const history = openLineHistory({ root }, AbortSignal.timeout(GIT_TIMEOUT_MS));
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

/** Returns the parts of a code file. */
function listParts(file: OutlinedFile | undefined): readonly Part[] {
  if (file === undefined || file.kind !== "code") return [];
  const { path, language, lines } = file;
  // The uses of a field are not listed, so the field is part of its container.
  const definitions = file.definitions.filter(({ kind }) => kind !== "field");
  const around = listEnclosing({ ...file, definitions });
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

/** Returns the differences between the two sides of files. */
function compareFiles(
  files: readonly ComparedFile[],
): Pick<ChangedSymbols, "changed" | "removed" | "tests"> {
  const removedParts = files.flatMap(({ before, now }) => subtractParts(before, now));
  const found = files.flatMap(({ before, now }) => subtractParts(now, before));
  // A moved definition is not changed.
  const changed = subtractParts(found, removedParts);
  const there = new Set(files.flatMap(({ now }) => now.map(keyOf)));
  const names = new Set(changed.map(({ name }) => name));
  const removed = subtractParts(removedParts, found).filter((part) =>
    !there.has(keyOf(part)) && !names.has(part.name)
  );
  const removedKeys = new Set(removed.map(keyOf));
  const old = new Set(removedParts.map(keyOf));
  const entries = changed.map((part) => ({
    ...part.entry,
    reasons: [old.has(keyOf(part)) ? "changed" : "new"],
  })).sort(compareEntries);
  return {
    changed: entries.filter(({ symbol }) => symbol !== undefined),
    removed: removed.filter(({ entry }) => {
      // A definition in a removed container cannot be called without it.
      const container = containerOf(entry);
      return entry.symbol !== undefined && !removedKeys.has(`${entry.path}\0${container}`);
    }).map(({ entry }) => ({ ...entry, reasons: [REMOVED] })).sort(compareEntries),
    tests: entries.filter(({ symbol }) => symbol === undefined),
  };
}

/**
 * Returns the named parts without those that occur in another list with the same name and text,
 * counting repetitions.
 */
function subtractParts(parts: readonly Part[], others: readonly Part[]): readonly Part[] {
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

/**
 * Returns notes about code that has changed outside of definitions: imports, and top-level
 * statements.
 */
function listOutside(files: readonly ComparedFile[]): readonly string[] {
  const outside = (parts: readonly Part[]) => parts.find(({ name }) => name === "")?.text ?? "";
  // New and renamed files are covered by their definitions.
  return files.filter(({ now, before }) =>
    now.length > 0 && before.length > 0 && outside(now) !== outside(before)
  )
    .map(({ path }) => path);
}

function countFiles(count: number): string {
  return count === 1 ? "1 changed file" : `${count} changed files`;
}
