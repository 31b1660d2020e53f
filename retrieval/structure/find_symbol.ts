import type { StructureEntry } from "@dossier/core";
import { RetrievalError } from "../machine/mod.ts";
import { findPlaces } from "../sources/signals/mod.ts";
import {
  findAround,
  type OutlinedFile,
  outlineIndexed,
  outlineNamed,
  type StructureLease,
} from "./outline_files.ts";

/** Places that are listed of an ambiguous name. */
const MAX_LISTED = 8;

const LINE_REGEXP = /^(.+?)(?::|#L?)(\d+)(?:-\d+)?$/;

/** A definition in its file. */
export interface LocatedSymbol {
  readonly entry: StructureEntry;
  readonly file: OutlinedFile;
}

/**
 * Returns the definition that a name stands for, written as `name`, `Container.name`, `path#name` or
 * `path:line`.
 *
 * @throws {RetrievalError} `symbol-not-found` with the nearest names, `symbol-ambiguous` with the places, and
 * what is wrong with the path.
 */
export async function findSymbol(target: string, lease: StructureLease): Promise<LocatedSymbol> {
  if (LINE_REGEXP.test(target)) return await findSymbolAt(target, lease);
  const { indexed: { reader, root }, visibility, sources } = lease;
  const { found, near } = await findPlaces(target, { reader, root, visibility, sources });
  const refuse = (code: "symbol-not-found" | "symbol-ambiguous", reason: string) =>
    new RetrievalError(code, `Cannot find the definition "${target}"${reason}`);
  if (found.length === 0) {
    const names = near.map((name) => `"${name}"`).join(", ");
    throw refuse(
      "symbol-not-found",
      names === "" ? ": nothing goes by that name" : `: did you mean ${names}`,
    );
  }
  const outlined = await outlineIndexed([...new Set(found.map(({ path }) => path))], lease);
  const symbols = found.flatMap(({ path, range }): LocatedSymbol[] => {
    const file = outlined.get(path);
    const entry = range && file?.definitions.find(({ startLine }) => startLine === range.startLine);
    return file === undefined || entry === undefined ? [] : [{ file, entry }];
  });
  const [first, ...others] = chooseBodies(symbols);
  if (first === undefined) {
    throw refuse(
      "symbol-not-found",
      " as it is a file: name a definition in it, which outline lists",
    );
  }
  if (others.length === 0) return first;
  const places = [first, ...others].map(({ entry: { path, startLine, symbol } }) =>
    `"${path}:${startLine}" (${symbol})`
  );
  const more = places.length > MAX_LISTED ? ` and ${places.length - MAX_LISTED} more` : "";
  throw refuse(
    "symbol-ambiguous",
    ` as ${places.length} go by it: name one of ${places.slice(0, MAX_LISTED).join(", ")}${more}`,
  );
}

/**
 * Returns the innermost definition around a place, written as `path:line`.
 *
 * @throws {RetrievalError} `invalid-target`, `file-not-found`, `file-excluded`, `symbol-not-found`.
 */
export async function findSymbolAt(target: string, lease: StructureLease): Promise<LocatedSymbol> {
  const [, path, line] = LINE_REGEXP.exec(target) ?? [];
  if (path === undefined) {
    throw new RetrievalError(
      "invalid-target",
      `Cannot find the place "${target}": write it as PATH:LINE, such as "src/queue.ts:12"`,
    );
  }
  const [file] = await outlineNamed([path], lease);
  const { lines } = file!;
  if (Number(line) < 1 || Number(line) > lines.length) {
    throw new RetrievalError(
      "file-not-found",
      `Cannot find line ${line} of "${path}" as it has ${lines.length} lines`,
    );
  }
  const entry = findAround(file!, Number(line));
  if (entry !== undefined) return { entry, file: file! };
  throw new RetrievalError(
    "symbol-not-found",
    `Cannot find a definition at "${target}": line ${line} is in none, and outline lists those of the file`,
  );
}

/** Returns one definition for each name in a file: of overloads and declarations the one with the longest body. */
function chooseBodies(symbols: readonly LocatedSymbol[]): LocatedSymbol[] {
  const groups = Map.groupBy(symbols, ({ entry: { path, symbol } }) => `${path} ${symbol}`);
  const longest = [...groups.values()].map((group) =>
    group.reduce((best, one) => lengthOf(one) > lengthOf(best) ? one : best)
  );
  // A declaration says that there is a body elsewhere.
  const bodies = longest.filter(({ entry }) => entry.endLine > entry.startLine);
  const isDeclared = bodies.length > 0 &&
    new Set(longest.map(({ entry }) => entry.symbol)).size === 1;
  return isDeclared ? bodies : longest;
}

function lengthOf({ entry: { startLine, endLine } }: LocatedSymbol): number {
  return endLine - startLine;
}
