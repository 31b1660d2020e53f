import { isMinorKind } from "@dossier/core/chunk";
import { nearestNames } from "@dossier/core/query";
import { outlineSymbols } from "@dossier/core/outline";
import { isTestPath } from "@dossier/core/rank";
import type { TargetMatches } from "@dossier/core/signal";
import { fileKeys } from "@dossier/core/text";
import { findDefiningDocuments, type IndexReader } from "../../index/mod.ts";
import { findNearNames } from "../../search/mod.ts";
import { readSources, type SourceTree } from "../../tree/mod.ts";

/** Options of {@link findPlaces}. */
export interface FindPlacesOptions extends SourceTree {
  readonly reader: IndexReader;
}

type Place = TargetMatches["found"][number];

/** Maximum number of documents whose names are compared with an unknown target. */
const MAX_COMPARED_DOCUMENTS = 20_000;

/** Maximum number of suggestions of each kind. */
const MAX_NEAR = 3;

/** Maximum number of files that are read for the definitions of a name. */
const MAX_DEFINING_FILES = 12;

/** Separator between a file or a container and the name of a definition. */
const SEPARATOR_REGEXP = /::|->|[#.]/;
const EXTENSION_REGEXP = /\.[^./]+$/;
const FILE_SEPARATOR_REGEXP = /^(.*[^:#])(?:#|::?)([^/#:]+)$/;

/** Number of parameters after the name of a function, as in Erlang and Elixir. */
const ARITY_REGEXP = /(?<=[\w!?'])\/(\d{1,2})$/;

/** Arguments after the name of a function, and the receiver type of a Go method. */
const CALL_REGEXP = /\([^()]*\)$/;
const RECEIVER_REGEXP = /^\(\*?([^()]+)\)(?=\.)/;

/**
 * Returns the possible meanings of a target that is not a path: the end of the path of a file, a
 * definition, or both as in `src/a.ts#open`. When there are none, similar names are suggested.
 */
export async function findPlaces(
  target: string,
  options: FindPlacesOptions,
): Promise<TargetMatches> {
  let found = await findByEnd(target, options);
  const { file, symbol } = splitTarget(target);
  if (found.length === 0 && file !== undefined) {
    const [only, ...others] = await findByEnd(file, { ...options, mayLackExtension: true });
    if (only !== undefined && others.length === 0) {
      found = await findDefinitions(symbol, options, (path) => path === only.path);
    }
  }
  if (found.length === 0) found = await findDefinitions(target, options);
  return { found, near: found.length === 0 ? await listNear(target, options) : [] };
}

/** Returns the files with this path, or with paths that end with it. */
async function findByEnd(
  end: string,
  { reader, visibility, mayLackExtension = false }: FindPlacesOptions & {
    readonly mayLackExtension?: boolean;
  },
): Promise<Place[]> {
  if ((await reader.findHashes([end])).has(end) && visibility.isVisible(end)) {
    return [{ path: end }];
  }
  return (await reader.listByFileKeys(fileKeys(end))).map(({ path }) => path)
    .filter((path) => path.endsWith(`/${end}`) || (mayLackExtension && endsWithFile(path, end)))
    .filter((path) => visibility.isVisible(path)).sort()
    .map((path) => ({ path }));
}

/** Returns the definitions of a name; those in tests only when there are no others. */
async function findDefinitions(
  written: string,
  { reader, ...tree }: FindPlacesOptions,
  isIncluded: (path: string) => boolean = () => true,
): Promise<Place[]> {
  const names = splitNames(written);
  const name = names.at(-1) ?? "";
  if (name === "") return [];
  const paths = (await findDefiningDocuments(reader, [name])).get(name)!.map(({ path }) => path)
    .filter((path) => isIncluded(path) && tree.visibility.isVisible(path)).slice(
      0,
      MAX_DEFINING_FILES,
    );
  const documents = [...(await reader.findDocuments(paths)).values()];
  const requests = documents.map(({ path, hash }) => ({ path, documentHash: hash }));
  const sources = await readSources(requests, tree);
  const dotted = names.join(".");
  const found = documents.flatMap(({ path, language }): readonly Place[] =>
    outlineSymbols(sources.get(path)?.lines.join("\n") ?? "", language)
      .filter((one) => one.name === name && !isMinorKind(one.kind))
      .map(({ container, startLine, endLine }) => {
        const symbol = container === undefined ? name : `${container}.${name}`;
        return { path, symbol, range: { startLine, endLine } };
      }).filter(({ symbol }) => `.${symbol}`.endsWith(`.${dotted}`))
  );
  const code = found.filter(({ path }) => !isTestPath(path));
  return code.length > 0 ? code : found;
}

/** Returns the paths and names that are most similar to a target, in their usual form. */
async function listNear(
  target: string,
  { reader, visibility }: FindPlacesOptions,
): Promise<string[]> {
  const documents = (await reader.listDefinitions(MAX_COMPARED_DOCUMENTS))
    .filter(({ path }) => visibility.isVisible(path));
  const { file = target, symbol } = splitTarget(target);
  const base = baseOf(file);
  const keys = new Set(fileKeys(file));
  const similar = documents.filter(({ path }) => fileKeys(path).some((key) => keys.has(key)));
  const names = new Set(nearestNames(base, documents.map(({ path }) => baseOf(path))));
  const near = documents.filter(({ path }) => names.has(baseOf(path)));
  const paths = new Set([...similar, ...near].map(({ path }) => path));
  const name = splitNames(symbol).at(-1) ?? "";
  return [...[...paths].slice(0, MAX_NEAR), ...findNearNames(name, documents, { limit: MAX_NEAR })];
}

/**
 * Returns the file in a target such as `src/a.ts#Queue.add`, if there is one, the definition, and
 * the number of parameters in a target such as `a:add/2`.
 */
export function splitTarget(
  target: string,
): { readonly file: string | undefined; readonly symbol: string; readonly arity?: number } {
  const [, arity] = ARITY_REGEXP.exec(target) ?? [];
  const named = target.replace(ARITY_REGEXP, "");
  const [, file, symbol = named] = FILE_SEPARATOR_REGEXP.exec(named) ?? [];
  return { file, symbol, ...(arity === undefined ? {} : { arity: Number(arity) }) };
}

/** Returns true when a path ends with the path of a file, with or without its extension. */
export function endsWithFile(path: string, file: string): boolean {
  return `/${path}`.endsWith(`/${file}`) ||
    `/${path.replace(EXTENSION_REGEXP, "")}`.endsWith(`/${file}`);
}

/** Returns the names of the containers of a definition and its own name last, for any separator. */
export function splitNames(written: string): string[] {
  return written.replace(ARITY_REGEXP, "").replace(CALL_REGEXP, "").replace(RECEIVER_REGEXP, "$1")
    .split(SEPARATOR_REGEXP);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
