import type { Note } from "@dossier/core";
import { INDEX_REBUILT } from "./engine_notes.ts";
import { isDamage, toStoreError } from "../machine/mod.ts";
import { type LocalIndex, openIndex, removeIndex } from "../index/mod.ts";

/**
 * An open index that is replaced by a new one when it turns out to be damaged: it is a cache, and the
 * tree holds all that was in it.
 */
export class RecoverableIndex implements Disposable {
  readonly #path: string;
  readonly #isRebuilt: boolean;
  #reader: LocalIndex;
  /** Says so when the index was found damaged; until an answer has passed it on. */
  #rebuilt: readonly Note[] = [];

  /**
   * Opens the index file at `path`, made when it is missing.
   *
   * @param options.isRebuilt Whether a damaged one is replaced; where somebody else does that, damage is
   * thrown.
   * @throws {RetrievalError} When the file can not be opened or written.
   */
  constructor(path: string, { isRebuilt = true }: { readonly isRebuilt?: boolean } = {}) {
    this.#path = path;
    this.#isRebuilt = isRebuilt;
    this.#reader = this.#open();
  }

  /** The index, until a run has replaced it. */
  get reader(): LocalIndex {
    return this.#reader;
  }

  /**
   * Runs `body`, and once more on a new index when the index turns out to be damaged.
   *
   * @param body Receives what there is to say of the index.
   * @throws What `body` throws, as a {@link RetrievalError} where that is about the index file.
   */
  async run<Result>(
    body: (notes: readonly Note[]) => Result | Promise<Result>,
  ): Promise<Result> {
    try {
      return await Promise.try(body, this.#rebuilt).catch(async (error) => {
        if (!isDamage(error) || !this.#isRebuilt) throw error;
        this.#reader[Symbol.dispose]();
        removeIndex(this.#path);
        this.#reader = this.#open();
        return await body([INDEX_REBUILT]);
      });
    } catch (error) {
      throw toStoreError(error, this.#path);
    } finally {
      this.#rebuilt = [];
    }
  }

  /** Closes the index. */
  [Symbol.dispose](): void {
    this.#reader[Symbol.dispose]();
  }

  #open(): LocalIndex {
    const open = () => openIndex(this.#path);
    try {
      try {
        return open();
      } catch (error) {
        if (!isDamage(error) || !this.#isRebuilt) throw error;
        removeIndex(this.#path);
        this.#rebuilt = [INDEX_REBUILT];
        return open();
      }
    } catch (error) {
      throw toStoreError(error, this.#path);
    }
  }
}
