import { join } from "node:path";

/** Folder for the indexes of a run: a permanent or a temporary one. */
export class StateFolder implements Disposable {
  readonly #path: string;
  readonly #isTemporary: boolean;

  /** @param path Permanent folder; undefined for a temporary one. */
  constructor(path: string | undefined) {
    this.#isTemporary = path === undefined;
    this.#path = path ?? Deno.makeTempDirSync({ prefix: "dossier-quality-" });
  }

  /** Returns the folder for the index of a tree. */
  of(tree: string): string {
    return join(this.#path, tree);
  }

  /** Removes the index of a finished tree, unless the folder is permanent. */
  release(tree: string): void {
    if (this.#isTemporary) Deno.removeSync(this.of(tree), { recursive: true });
  }

  /** Removes the folder if it is temporary. */
  [Symbol.dispose](): void {
    if (this.#isTemporary) Deno.removeSync(this.#path, { recursive: true });
  }
}
