import { pow } from "../math/mod.ts";
import { splitIdentifier } from "../text/mod.ts";
import type { MapDefinition, MapFile } from "./map_file.ts";
import type { StructureEntry } from "./structure.ts";

/** Definitions of a file whose users are looked for: what tells the most of it. */
const LOOKED_UP = 3;

/** Weight from which on the definitions of a file are looked up. */
const LOOKED_UP_WEIGHT = 0.1;

// How what is known of a file and a definition is put together: set as the weights in map_file.ts are.
/** A word that is no name of several words is often another thing of that name. */
const ONE_WORD_USE = 0.3;
/** What nobody is known to use counts as used that often. */
const LEAST_USES = 0.5;
const USES_EXPONENT = 0.5;
/** A name that many files define, as a framework or a language asks for it, tells them apart from none. */
const DEFINERS_EXPONENT = 0.5;
const FILE_USES_EXPONENT = 0.3;
const LINES_EXPONENT = 0.8;
/** Lines from which on more of them say no more, and lines that every file has more. */
const MAX_LINES = 1500;
const MORE_LINES = 10;
/** How much less each further file of a folder tells, and each further definition of a file. */
const FOLDER_EXPONENT = 0.15;
const FILE_EXPONENT = 1.5;

/** A definition of a file with how much it tells of it. */
interface ScoredDefinition {
  readonly definition: MapDefinition;
  readonly score: number;
}

/** A file with how much it tells of the tree. */
interface ScoredFile {
  readonly file: MapFile;
  readonly score: number;
  /** Best first. */
  readonly definitions: readonly ScoredDefinition[];
}

/** Returns the names that {@link rankMap} has to know the users of. */
export function listMapNames(files: readonly MapFile[]): ReadonlySet<string> {
  return new Set(
    files.filter(isLookedUp).flatMap(({ definitions }) =>
      definitions.slice(0, LOOKED_UP).map(({ name }) => name)
    ),
  );
}

function isLookedUp({ weight }: MapFile): boolean {
  return weight >= LOOKED_UP_WEIGHT;
}

/**
 * Returns the definitions that tell the most of a tree, best first.
 *
 * A file tells the more the longer it is and the more other files use what it defines; each further one of a folder
 * tells less, so that all folders have a say. A definition tells the more of its file the larger it is and the more
 * other files use it; a use counts for less where several files define the name, or it is a single word.
 *
 * @param options.users Numbers of the documents that have each of the names that {@link listMapNames} gives.
 * @param options.isWanted Whether a file is to be shown; its definitions are as central as in the whole tree.
 * @param options.limit Most definitions.
 */
export function rankMap(files: readonly MapFile[], { users, isWanted, limit }: {
  readonly users: ReadonlyMap<string, Iterable<number>>;
  readonly isWanted: (path: string) => boolean;
  readonly limit: number;
}): readonly StructureEntry[] {
  const count = countUses(files, users);
  const scored = files.filter(({ path }) => isWanted(path)).map((file) => scoreFile(file, count));
  // As each has a best definition, one behind the first `limit` files has none among the first `limit` definitions.
  const best = discountFolders(scored.sort(compareScored)).sort(compareScored).slice(0, limit);
  return best.flatMap((file) =>
    file.definitions.slice(0, limit).map(({ definition, score }, rank) => ({
      entry: toMapEntry(file.file, definition),
      score: file.score * Math.sqrt(score / file.definitions[0]!.score) /
        pow(rank + 1, FILE_EXPONENT),
    }))
  ).sort((a, b) => b.score - a.score).slice(0, limit).map(({ entry }) => entry);
}

/** How often a name of a file is used outside of it, as far as it is this one, and how many files define it. */
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
  const sureUses = new Map([...users].map(([name, ids]) => {
    let sum = 0;
    for (const id of ids) sum += weights.get(id) ?? 0;
    return [name, { sum, sureness: splitIdentifier(name).length < 2 ? ONE_WORD_USE : 1 }];
  }));
  return ({ weight }, name) => {
    const { sum, sureness } = sureUses.get(name) ?? { sum: 0, sureness: 0 };
    const count = definers.get(name) ?? 1;
    // The file has the name as it defines it.
    return { uses: Math.max(0, sum - weight) * sureness / count, definers: count };
  };
}

function scoreFile(file: MapFile, count: CountUses): ScoredFile {
  let total = 0;
  const definitions = file.definitions.map((definition): ScoredDefinition => {
    const { uses, definers } = count(file, definition.name);
    total += uses;
    const score = definition.worth * pow(uses + LEAST_USES, USES_EXPONENT) /
      pow(definers, DEFINERS_EXPONENT);
    return { definition, score };
  }).sort((a, b) => b.score - a.score);
  const lines = Math.min(file.lines, MAX_LINES) + MORE_LINES;
  const score = file.weight * pow(total + LEAST_USES, FILE_USES_EXPONENT) *
    pow(lines, LINES_EXPONENT);
  return { file, score, definitions };
}

function compareScored(a: ScoredFile, b: ScoredFile): number {
  return b.score - a.score || (a.file.path < b.file.path ? -1 : 1);
}

/** Returns files, the best first, with what they tell beside those of their folder that come before. */
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
