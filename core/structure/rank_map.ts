import { pow } from "../math/mod.ts";
import { splitIdentifier } from "../text/mod.ts";
import type { MapDefinition, MapFile } from "./map_file.ts";
import type { StructureEntry } from "./structure.ts";

/** Maximum number of definitions of a file whose users are looked up: the most important ones. */
const MAX_LOOKED_UP = 3;

/** Minimum weight of a file whose definitions are looked up. */
const LOOKED_UP_WEIGHT = 0.1;

// Constants that combine the facts about a file and a definition, set like the weights in
// map_file.ts.
/** Factor of a use of a one-word name, which is often something else with that name. */
const ONE_WORD_FACTOR = 0.3;
/** Minimum number of uses: a definition without known users counts as used this often. */
const MIN_USES = 0.5;
const USES_EXPONENT = 0.5;
/**
 * Many files may define a name because a framework or language requires it; then the name does not
 * distinguish them.
 */
const DEFINERS_EXPONENT = 0.5;
const FILE_USES_EXPONENT = 0.3;
const LINES_EXPONENT = 0.8;
/**
 * Number of lines from which on the length no longer matters, and number of lines that is added for
 * each file.
 */
const MAX_LINES = 1500;
const EXTRA_LINES = 10;
/**
 * Decrease of importance for each further file of a folder, and for each further definition of a
 * file.
 */
const FOLDER_EXPONENT = 0.15;
const FILE_EXPONENT = 1.5;

/** Definition of a file with its score within the file. */
interface ScoredDefinition {
  readonly definition: MapDefinition;
  readonly score: number;
}

/** File with its score within the tree. */
interface ScoredFile {
  readonly file: MapFile;
  readonly score: number;
  /** Best first. */
  readonly definitions: readonly ScoredDefinition[];
}

/** Returns the names whose users {@link rankMap} needs. */
export function listMapNames(files: readonly MapFile[]): ReadonlySet<string> {
  return new Set(
    files.filter(isLookedUp).flatMap(({ definitions }) =>
      definitions.slice(0, MAX_LOOKED_UP).map(({ name }) => name)
    ),
  );
}

function isLookedUp({ weight }: MapFile): boolean {
  return weight >= LOOKED_UP_WEIGHT;
}

/**
 * Returns the most central definitions of a tree, best first.
 *
 * The score of a file grows with its length and with the number of other files that use its
 * definitions. Each further file of a folder scores less, so that all folders are represented. The
 * score of a definition grows with its size and with the number of other files that use it; a use
 * counts less when several files define the name, or when the name is a single word.
 *
 * @param options.users Numbers of the documents that contain each of the names from {@link
 * listMapNames}.
 * @param options.isIncluded True when a file is to be shown; its definitions keep their score in
 * the whole tree.
 * @param options.limit Maximum number of definitions.
 */
export function rankMap(files: readonly MapFile[], { users, isIncluded, limit }: {
  readonly users: ReadonlyMap<string, Iterable<number>>;
  readonly isIncluded: (path: string) => boolean;
  readonly limit: number;
}): readonly StructureEntry[] {
  const count = countUses(files, users);
  const scored = files.filter(({ path }) => isIncluded(path)).map((file) => scoreFile(file, count));
  // Each file has a best definition, so a file after the first `limit` files has none among the
  // first `limit` definitions.
  const best = discountFolders(scored.sort(compareScored)).sort(compareScored).slice(0, limit);
  return best.flatMap((file) =>
    file.definitions.slice(0, limit).map(({ definition, score }, rank) => ({
      entry: toMapEntry(file.file, definition),
      score: file.score * Math.sqrt(score / file.definitions[0]!.score) /
        pow(rank + 1, FILE_EXPONENT),
    }))
  ).sort((a, b) => b.score - a.score).slice(0, limit).map(({ entry }) => entry);
}

/**
 * Returns the number of uses of a name outside of its file that refer to this file, and the number
 * of files that define the name.
 */
type CountUses = (file: MapFile, name: string) => {
  readonly uses: number;
  readonly definers: number;
};

function countUses(
  files: readonly MapFile[],
  users: ReadonlyMap<string, Iterable<number>>,
): CountUses {
  const weights = new Map(files.map(({ id, weight }) => [id, weight]));
  const definers = new Map<string, number>();
  for (const { definitions } of files.filter(isLookedUp)) {
    for (const { name } of definitions) definers.set(name, (definers.get(name) ?? 0) + 1);
  }
  const usesByName = new Map([...users].map(([name, ids]) => {
    let sum = 0;
    for (const id of ids) sum += weights.get(id) ?? 0;
    return [name, { sum, factor: splitIdentifier(name).length < 2 ? ONE_WORD_FACTOR : 1 }];
  }));
  return ({ weight }, name) => {
    const { sum, factor } = usesByName.get(name) ?? { sum: 0, factor: 0 };
    const count = definers.get(name) ?? 1;
    // The file itself contains the name, as it defines it.
    return { uses: Math.max(0, sum - weight) * factor / count, definers: count };
  };
}

function scoreFile(file: MapFile, count: CountUses): ScoredFile {
  let total = 0;
  const definitions = file.definitions.map((definition): ScoredDefinition => {
    const { uses, definers } = count(file, definition.name);
    total += uses;
    const score = definition.importance * pow(uses + MIN_USES, USES_EXPONENT) /
      pow(definers, DEFINERS_EXPONENT);
    return { definition, score };
  }).sort((a, b) => b.score - a.score);
  const lines = Math.min(file.lines, MAX_LINES) + EXTRA_LINES;
  const score = file.weight * pow(total + MIN_USES, FILE_USES_EXPONENT) *
    pow(lines, LINES_EXPONENT);
  return { file, score, definitions };
}

function compareScored(a: ScoredFile, b: ScoredFile): number {
  return b.score - a.score || (a.file.path < b.file.path ? -1 : 1);
}

/**
 * Returns files with their score discounted by the number of better files in their folder. Input is
 * best first.
 */
function discountFolders(files: readonly ScoredFile[]): ScoredFile[] {
  const counts = new Map<string, number>();
  return files.map(({ score, ...file }) => {
    const folder = file.file.path.slice(0, file.file.path.lastIndexOf("/") + 1);
    const rank = (counts.get(folder) ?? 0) + 1;
    counts.set(folder, rank);
    return { ...file, score: score / pow(rank, FOLDER_EXPONENT) };
  });
}

function toMapEntry(
  { path, language }: MapFile,
  { symbol, kind, startLine, endLine }: MapDefinition,
): StructureEntry {
  return { path, language, startLine, endLine, kind, symbol, signature: symbol, reasons: [] };
}
