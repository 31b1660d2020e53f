import { join } from "node:path";
import { isRepository, locateClone } from "../quality/clones.ts";
import { QualityUsageError } from "../quality/program.ts";
import { exportTree, pathInfo, runGit } from "../quality/repository.ts";
import type { SymbolTruth } from "./symbol_truth.ts";

/** Checkouts of the commits of symbols, in a temporary folder. */
export class Checkouts implements Disposable {
  readonly #repositories: string;
  readonly #folder = Deno.makeTempDirSync({ prefix: "dossier-structure-" });

  /** @param repositories Folder with `OWNER+NAME` or `OWNER+NAME/repo`: git repositories, bare or not. */
  constructor(repositories: string) {
    this.#repositories = repositories;
  }

  /**
   * Returns the absolute path of a checkout.
   *
   * @throws {QualityUsageError} When there is no repository with the commit.
   */
  async open({ repository, commit }: Pick<SymbolTruth, "repository" | "commit">): Promise<string> {
    const name = repository.replace("/", "+");
    const root = join(this.#folder, "trees", name);
    if (pathInfo(root) !== undefined) return root;
    const clone = locateClone(this.#repositories, name);
    const isWritten = isRepository(clone) &&
      await exportTree(clone, { revision: commit, folder: root });
    if (!isWritten) {
      throw new QualityUsageError(
        `Cannot check out "${repository}" at ${commit}: there is no such commit in "${clone}"`,
      );
    }
    // It is a separate repository, so that nothing above it is used as its root.
    await runGit(root, "init", "--quiet");
    return root;
  }

  /** Creates the folder for a program's index of a checkout, and returns its path. */
  stateOf({ repository }: Pick<SymbolTruth, "repository">, program: string): string {
    const folder = join(this.#folder, program, repository.replace("/", "+"));
    Deno.mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Removes all checkouts and indexes. */
  [Symbol.dispose](): void {
    Deno.removeSync(this.#folder, { recursive: true });
  }
}
