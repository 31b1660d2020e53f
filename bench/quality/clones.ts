import { join } from "node:path";
import { pathInfo, runGit } from "./repository.ts";
import { QualityUsageError } from "./program.ts";
import type { QualityQuery } from "./query_set.ts";

/** Location of the history of a tree. */
export interface TreeHistory {
  /** Path of a git repository, which may be bare. */
  readonly repository: string;
  /** Commit of the tree. Later commits must not be read. */
  readonly revision: string;
}

/**
 * Git clones of the repositories of trees: `FOLDER/OWNER+NAME/repo`, or without one of the folders.
 */
export class Clones {
  readonly #folder: string;
  readonly #table: string;
  #pins: ReadonlyMap<string, TreeHistory> | undefined;

  /**
   * @param folder Folder of the clones.
   * @param table Path of `repos.tsv`, which names the clone and the revision of each repository.
   */
  constructor(folder: string, table: string) {
    this.#folder = folder;
    this.#table = table;
  }

  /**
   * Returns the history of the tree of a query: the one in the table, or for a query with its own
   * commit the first clone of the project that contains the commit.
   *
   * @throws {QualityUsageError} When there is none.
   */
  async find({ repo, project = "", baseCommit }: QualityQuery): Promise<TreeHistory> {
    if (baseCommit === undefined) {
      this.#pins ??= this.#readTable();
      const pin = this.#pins.get(repo);
      if (pin !== undefined && await holds(pin)) return pin;
      throw new QualityUsageError(
        `Cannot find the history of "${repo}": no clone of it is in "${this.#folder}"`,
      );
    }
    const suffix = `+${project.split("/").at(-1)}`;
    const names = Array.from(Deno.readDirSync(this.#folder), ({ name }) => name);
    for (const name of names.filter((name) => name.endsWith(suffix)).sort()) {
      const history = { repository: locateClone(this.#folder, name), revision: baseCommit };
      if (await holds(history)) return history;
    }
    throw new QualityUsageError(
      `Cannot find the history of "${repo}": no clone of "${project}" in "${this.#folder}" ` +
        `holds the commit ${baseCommit}`,
    );
  }

  #readTable(): Map<string, TreeHistory> {
    const [head = "", ...lines] = Deno.readTextFileSync(this.#table).split("\n");
    const columns = ["name", "clone", "revision"].map((title) => head.split("\t").indexOf(title));
    return new Map(
      lines.filter((line) => line !== "").map((line) => {
        const cells = line.split("\t");
        const [name = "", clone = "", revision = ""] = columns.map((column) => cells[column]);
        const repository = locateClone(this.#folder, clone.replace("/", "+"));
        return [name, { repository, revision }];
      }),
    );
  }
}

/**
 * Returns the path of the git repository of a clone: its folder `repo`, or else the folder itself.
 */
export function locateClone(folder: string, name: string): string {
  const clone = join(folder, name);
  const inner = join(clone, "repo");
  return isRepository(inner) ? inner : clone;
}

/** Returns true when a folder is a git repository, bare or not, and not only inside another. */
export function isRepository(path: string): boolean {
  const has = (...names: readonly string[]) =>
    names.every((name) => pathInfo(join(path, name)) !== undefined);
  return has(".git") || has("HEAD", "objects");
}

async function holds({ repository, revision }: TreeHistory): Promise<boolean> {
  return await runGit(repository, "cat-file", "-e", `${revision}^{commit}`) !== undefined;
}
