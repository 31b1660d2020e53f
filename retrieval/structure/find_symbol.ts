import type { StructureEntry } from "@dossier/core";
import { isTestPath } from "@dossier/core/rank";
import { findDefiningDocuments, findMentioningDocuments, type IndexReader } from "../index/mod.ts";
import { RetrievalError } from "../machine/mod.ts";
import { endsWithFile, findPlaces, splitNames, splitTarget } from "../symbols/places/mod.ts";
import { listDefiningShort } from "../symbols/mod.ts";
import { toTreePath } from "../tree/mod.ts";
import {
  lengthOf,
  listEnclosing,
  type OutlinedFile,
  outlineIndexedFiles,
  outlineNamedFiles,
  type StructureLease,
} from "./outline_files.ts";

/** Maximum number of locations that are listed for an ambiguous name. */
const MAX_LISTED = 8;

/** Maximum number of files with a definition of a name that are searched. */
const MAX_FILES = 100;

const LINE_REGEXP = /^(.+?)(?::|#L?)(\d+)(?:-\d+)?$/;

/**
 * Returns true when a target names a definition by its line, so that it means a single overload.
 */
export function isLineTarget(target: string): boolean {
  return LINE_REGEXP.test(target);
}

/** Definition in its file. */
export interface LocatedSymbol {
  readonly entry: StructureEntry;
  readonly file: OutlinedFile;
}

/**
 * Returns the definition of a name, written as `name`, `Container.name`, `path#name` or
 * `path:line`.
 *
 * @throws {RetrievalError} `symbol-not-found` with the most similar names, `symbol-ambiguous` with
 * the locations, and errors of the path.
 */
export async function findSymbol(target: string, lease: StructureLease): Promise<LocatedSymbol> {
  if (isLineTarget(target)) return await findSymbolAt(target, lease);
  const named = chooseArity(await listNamed(target, lease), splitTarget(target).arity);
  const [first, ...others] = chooseBodies(named);
  if (first === undefined) throw await refuseUnknown(target, lease);
  if (others.length === 0) return first;
  const places = [first, ...others].map(({ entry: { path, startLine, symbol } }) =>
    `"${path}:${startLine}" (${symbol})`
  );
  const more = places.length > MAX_LISTED ? ` and ${places.length - MAX_LISTED} more` : "";
  throw new RetrievalError(
    "symbol-ambiguous",
    `Cannot choose a definition of "${target}" as ${places.length} definitions have that name: name one of ` +
      `${places.slice(0, MAX_LISTED).join(", ")}${more}`,
  );
}

/** Returns the definitions of a name; those in tests only when there are no others. */
async function listNamed(
  target: string,
  lease: StructureLease,
): Promise<readonly LocatedSymbol[]> {
  const { file, symbol } = splitTarget(target);
  const path = file === undefined ? undefined : toTreePath(file, lease.indexed.root);
  const names = splitNames(symbol);
  const named = path === undefined ? [] : await findNamed(names, { path, lease });
  // A complete path takes precedence over the end of another one.
  const whole = named.filter(({ entry }) => entry.path === path);
  const inFile = whole.length > 0 ? whole : named;
  // In a named file, a name without a container prefers top-level definitions.
  const exact = inFile.filter(({ entry }) => entry.symbol === names.join("."));
  if (inFile.length > 0) return exact.length > 0 ? exact : inFile;
  // The part before the name may be its container: `Queue::add`.
  const found = await findNamed(splitNames(target), { lease });
  const code = found.filter(({ file: { path } }) => !isTestPath(path));
  return code.length > 0 ? code : found;
}

/**
 * Returns the definitions of a qualified name.
 *
 * @param options.path End of the path of their file.
 */
async function findNamed(
  names: readonly string[],
  { path: end, lease }: { readonly path?: string; readonly lease: StructureLease },
): Promise<readonly LocatedSymbol[]> {
  const { indexed: { reader }, visibility } = lease;
  const dotted = `.${names.join(".")}`;
  // A container is mostly defined in the same file, and in fewer files.
  for (const defined of names.slice(-2)) {
    if (defined === "") continue;
    const paths = (await listDefiningFiles(reader, defined)).filter((path) =>
      visibility.isVisible(path) && (end === undefined || endsWithFile(path, end))
    );
    const outlined = await outlineIndexedFiles(paths.slice(0, MAX_FILES), lease);
    const found = [...outlined.values()].flatMap((file) =>
      file.definitions.filter(({ symbol }) => `.${symbol}`.endsWith(dotted))
        .map((entry) => ({ entry, file }))
    );
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Returns the paths of the files that define a name; for a constant or a field, those that may
 * define it.
 */
async function listDefiningFiles(reader: IndexReader, name: string): Promise<readonly string[]> {
  if (name.length === 1) return await listDefiningShort(reader, name);
  const defining = (await findDefiningDocuments(reader, [name])).get(name)!;
  if (defining.length > 0) return defining.map(({ path }) => path);
  const naming = (await findMentioningDocuments(reader, [name], { isNamed: true })).get(name)!;
  return (await reader.readFacts(naming.map(({ id }) => id))).map(({ path }) => path).sort();
}

async function refuseUnknown(
  target: string,
  { indexed: { reader, root }, visibility, sources }: StructureLease,
): Promise<RetrievalError> {
  const { found, near } = await findPlaces(target, { reader, root, visibility, sources });
  const names = near.map((name) => `"${name}"`).join(", ");
  const reason = found.length > 0
    ? ' as it is a file: name one of its definitions, which "outline" lists'
    : names === ""
    ? ": no definition has that name"
    : `: did you mean ${names}`;
  return new RetrievalError("symbol-not-found", `Cannot find the definition "${target}"${reason}`);
}

/**
 * Returns the innermost definition around a location, written as `path:line`.
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
  const [file] = await outlineNamedFiles([path], lease);
  const { lines } = file!;
  if (Number(line) < 1 || Number(line) > lines.length) {
    throw new RetrievalError(
      "file-not-found",
      `Cannot find line ${line} of "${path}" as it has ${lines.length} lines`,
    );
  }
  const entry = listEnclosing(file!)[Number(line)];
  if (entry !== undefined) return { entry, file: file! };
  throw new RetrievalError(
    "symbol-not-found",
    `Cannot find a definition at "${target}": no definition contains line ${line}, and "outline" lists those of the file`,
  );
}

/** Returns the definitions with a number of parameters, or else all. */
function chooseArity(
  symbols: readonly LocatedSymbol[],
  arity: number | undefined,
): readonly LocatedSymbol[] {
  if (arity === undefined) return symbols;
  const fitting = symbols.filter(({ entry: { signature } }) => {
    const { least, most } = countParameters(signature);
    return least <= arity && arity <= most;
  });
  return fitting.length > 0 ? fitting : symbols;
}

/**
 * Returns one definition for each name in a file: of overloads and declarations, the one with the
 * longest body.
 */
function chooseBodies(symbols: readonly LocatedSymbol[]): LocatedSymbol[] {
  const groups = Map.groupBy(symbols, ({ entry: { path, symbol } }) => `${path} ${symbol}`);
  const longest = [...groups.values()].map((group) =>
    group.reduce((best, one) => lengthOf(one.entry) > lengthOf(best.entry) ? one : best)
  );
  // A declaration means that there is a definition elsewhere.
  const bodies = longest.filter(({ entry }) => lengthOf(entry) > 0);
  const isDeclared = bodies.length > 0 &&
    new Set(longest.map(({ entry }) => entry.symbol)).size === 1;
  return isDeclared ? bodies : longest;
}

/** Number of parameters of a function. */
interface ParameterCount {
  readonly least: number;
  readonly most: number;
}

const OPENERS = "([{<";
const CLOSERS = ")]}>";

/** Operator of Elixir before the default value of a parameter. */
const DEFAULT = "\\\\";

/**
 * Returns the number of parameters in the first parentheses of a signature; none without
 * parentheses.
 */
export function countParameters(signature: string): ParameterCount {
  const open = signature.indexOf("(");
  if (open < 0) return { least: 0, most: 0 };
  let depth = 0;
  let commas = 0;
  let optional = 0;
  let at = open;
  for (; at < signature.length; at++) {
    const character = signature[at]!;
    if (character === "-" || character === "=") at += signature[at + 1] === ">" ? 1 : 0;
    else if (OPENERS.includes(character)) depth++;
    else if (CLOSERS.includes(character) && --depth === 0) break;
    else if (depth === 1 && character === ",") commas++;
    else if (depth === 1 && signature.startsWith(DEFAULT, at)) {
      optional++;
      at++;
    }
  }
  const most = signature.slice(open + 1, at).trim() === "" ? 0 : commas + 1;
  return { least: most - optional, most };
}
