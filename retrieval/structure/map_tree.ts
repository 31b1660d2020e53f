import type { StructureEntry } from "@dossier/core";
import { describeExclusion } from "@dossier/core/exclude";
import { rankDefinitions } from "@dossier/core/structure";
import { RetrievalError } from "../machine/mod.ts";
import { toTreePath } from "../tree/mod.ts";
import {
  lengthOf,
  type OutlinedFile,
  outlineIndexed,
  type StructureLease,
} from "./outline_files.ts";
import type { FoundStructure } from "./question.ts";
import { readUses } from "./read_uses.ts";

/** Fewest tokens that a definition takes, so that no more are looked at than may be told. */
const MIN_DEFINITION_TOKENS = 8;

/** Files that are outlined for one map. */
const MAX_FILES = 200;

/** What a definition counts that nobody outside of a function or a test sees, and one of a single line. */
const HIDDEN = 0.05;
const ONE_LINE = 0.3;

/** Names of what holds tests in a file of other code. */
const TESTS_REGEXP = /^tests?$/i;

/**
 * Returns the definitions of a tree, or of a folder or a file in it, the most central of the whole tree
 * first; those of tests, examples and vendored code come last.
 *
 * @param options.folder The path of the folder as it was written; the whole tree without one.
 * @param options.limit Tokens that there are for them.
 * @throws {RetrievalError} `file-excluded`, `file-not-found`.
 */
export async function mapTree(
  lease: StructureLease,
  { folder: written, limit }: { readonly folder: string | undefined; readonly limit: number },
): Promise<FoundStructure> {
  const folder = written === undefined ? "" : await findFolder(lease, written);
  const isWanted = (path: string) =>
    folder === "" || path === folder || path.startsWith(`${folder}/`);
  const { files, defined, uses } = await readUses(lease);
  const ranked = rankDefinitions(files, defined, uses)
    .map(({ name, file, score }) => ({ name, ...files[file]!, score }))
    .map((one) => ({ ...one, score: one.score * one.weight }))
    .filter(({ path }) => isWanted(path))
    .sort((a, b) => b.score - a.score);
  const best = ranked.slice(0, Math.ceil(limit / MIN_DEFINITION_TOKENS));
  const paths = [...new Set(best.map(({ path }) => path))].slice(0, MAX_FILES);
  const outlined = await outlineIndexed(paths, lease);
  const entries = best.flatMap(({ name, path, score }) => {
    const file = outlined.get(path);
    return file === undefined ? [] : weighNamed(file, name, score);
  }).sort((a, b) => b.score - a.score).map(({ entry }) => entry);
  return { entries, more: ranked.length - best.length };
}

/** Returns the definitions of a name in a file with what each gets of its score; of overloads the longest. */
function weighNamed(
  file: OutlinedFile,
  name: string,
  score: number,
): { readonly entry: StructureEntry; readonly score: number }[] {
  const isNamed = ({ symbol = "" }: StructureEntry) =>
    symbol === name || symbol.endsWith(`.${name}`);
  const longest = new Map<string, StructureEntry>();
  for (const entry of file.definitions.filter(isNamed)) {
    const known = longest.get(entry.symbol!);
    if (known === undefined || lengthOf(entry) > lengthOf(known)) longest.set(entry.symbol!, entry);
  }
  return [...longest.values()].map((entry) => ({
    entry,
    score: score / longest.size * (isHidden(entry, file) ? HIDDEN : 1) *
      (lengthOf(entry) === 0 ? ONE_LINE : 1),
  }));
}

/** Returns whether a definition is inside of a function, or of the tests of its file. */
function isHidden(
  { symbol = "", startLine }: StructureEntry,
  { definitions }: OutlinedFile,
): boolean {
  const containers = symbol.split(".").slice(0, -1);
  if (containers.some((name) => TESTS_REGEXP.test(name))) return true;
  const container = containers.join(".");
  return definitions.some(({ kind, symbol, ...range }) =>
    symbol === container && (kind === "function" || kind === "method") &&
    range.startLine <= startLine && startLine <= range.endLine
  );
}

/** Returns the path of a folder or file with documents. */
async function findFolder(
  { indexed: { reader, root }, visibility }: StructureLease,
  written: string,
): Promise<string> {
  const path = toTreePath(written, root);
  const refuse = (code: "file-excluded" | "file-not-found", reason: string) =>
    new RetrievalError(code, `Cannot map "${written}": ${reason}`);
  if (path === undefined) throw refuse("file-excluded", "it is outside the root");
  if (path === "") return path;
  const rule = visibility.decide(`${path}/`) ?? visibility.decide(path);
  if (rule !== undefined) throw refuse("file-excluded", describeExclusion(rule));
  const isFilled = (await reader.listFilled([path])).has(path) ||
    (await reader.findHashes([path])).has(path);
  if (isFilled) return path;
  throw refuse("file-not-found", "there is no such folder or file in the index");
}
