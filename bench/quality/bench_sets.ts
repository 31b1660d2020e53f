import { join } from "node:path";
import { QualityUsageError } from "./program.ts";
import { groupQueries, parseQueries, type QualityQuery } from "./query_set.ts";

/** Sets of the benchmark, with the folders of their trees. */
const TREE_FOLDERS = {
  queries: "repos",
  commits: "repos",
  issues: "issues",
  tasks: "tasks",
} as const;

/** Name of a set: of its file, without `.jsonl`. */
export type BenchSet = keyof typeof TREE_FOLDERS;

/** Sets in the order of the tables. */
export const BENCH_SETS = Object.keys(TREE_FOLDERS) as readonly BenchSet[];

/** Tree to index, with all queries about it. */
export interface BenchTree {
  /** Name in reports and of the folder of its index, the same in every run. */
  readonly name: string;
  /** Absolute path of the repository's tree. */
  readonly tree: string;
  /** Absolute path of the folder in it to index. */
  readonly root: string;
  /** Path of the folder in the repository, with `/`; empty for all of it. */
  readonly benchmarkRoot: string;
  readonly queries: readonly BenchQuery[];
}

/** Query with its set. */
export interface BenchQuery extends QualityQuery {
  readonly set: BenchSet;
}

/** Sets to read, and their trees. */
export interface BenchSetsOptions {
  readonly sets: readonly BenchSet[];
  /**
   * Folder with `repos`, `issues` and `tasks`, each with a folder for every repository or instance.
   */
  readonly trees: string;
}

/**
 * Returns the trees of the sets in a folder: one for queries of several sets.
 *
 * @throws {QualityUsageError} When the file of a set or one of its trees is missing.
 */
export function readBenchTrees(bench: string, { sets, trees }: BenchSetsOptions): BenchTree[] {
  const queries = sets.flatMap((set) => readSet(bench, set));
  const byFolder = Map.groupBy(queries, ({ set }) => TREE_FOLDERS[set]);
  return [...byFolder].flatMap(([folder, members]) =>
    groupQueries(members).map((group): BenchTree => {
      const { repo, benchmarkRoot } = group;
      const tree = join(trees, folder, repo);
      const root = join(tree, benchmarkRoot);
      if (!isFolder(root)) {
        throw new QualityUsageError(
          `Cannot run the set "${members[0]!.set}": there is no folder "${root}"`,
        );
      }
      const name = `${folder}/${treeName(group)}`;
      return { name, tree, root, benchmarkRoot, queries: group.queries };
    })
  );
}

/** Returns a name of an indexed folder that is a valid file name. */
export function treeName(
  { repo, benchmarkRoot }: { readonly repo: string; readonly benchmarkRoot: string },
): string {
  return [repo, ...benchmarkRoot.split("/")].filter((part) => part !== "").join("+");
}

function readSet(bench: string, set: BenchSet): BenchQuery[] {
  const path = join(bench, `${set}.jsonl`);
  try {
    return parseQueries(Deno.readTextFileSync(path)).map((query) => ({ ...query, set }));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new QualityUsageError(`Cannot run the set "${set}": there is no file "${path}"`);
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
