import { join } from "node:path";

/** The folder that indexes of a run are in: one that stays, or a temporary one. */
export class StateFolder implements Disposable {
  readonly #path: string;
  readonly #isTemporary: boolean;

  /** @param path Folder that stays; undefined for a temporary one. */
  constructor(path: string | undefined) {
    this.#isTemporary = path === undefined;
    this.#path = path ?? Deno.makeTempDirSync({ prefix: "dossier-quality-" });
  }

  /** Returns the folder for the index of a tree. */
  of(tree: string): string {
    return join(this.#path, tree);
  }

  /** Removes the index of a tree that is done with, unless it is to stay. */
  release(tree: string): void {
    if (this.#isTemporary) Deno.removeSync(this.of(tree), { recursive: true });
  }

  /** Removes the folder if it is temporary. */
  [Symbol.dispose](): void {
    if (this.#isTemporary) Deno.removeSync(this.#path, { recursive: true });
  }
}
