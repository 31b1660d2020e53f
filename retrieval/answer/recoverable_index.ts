import type { Note } from "@dossier/core";
import { INDEX_REBUILT } from "./engine_notes.ts";
import { isDamage, toStoreError } from "../machine/mod.ts";
import { INDEX_FINGERPRINT, openStore, removeStore, type Store } from "../index/mod.ts";
import { IndexRetriever } from "../search/mod.ts";

/**
 * An open index that is replaced by a new one when it turns out to be damaged: it is a cache, and the
 * tree holds all that was in it.
 */
export class RecoverableIndex implements Disposable {
  readonly #path: string;
  readonly #isRebuilt: boolean;
  #store: Store;
  #retriever: IndexRetriever;
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
    this.#store = this.#open();
    this.#retriever = new IndexRetriever(this.#store);
  }

  /** The store, until a run has replaced it. */
  get store(): Store {
    return this.#store;
  }

  /** What proposes chunks from the store. */
  get retriever(): IndexRetriever {
    return this.#retriever;
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
        this.#store[Symbol.dispose]();
        removeStore(this.#path);
        this.#store = this.#open();
        this.#retriever = new IndexRetriever(this.#store);
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
    this.#store[Symbol.dispose]();
  }

  #open(): Store {
    const open = () => openStore(this.#path, { fingerprint: INDEX_FINGERPRINT });
    try {
      try {
        return open();
      } catch (error) {
        if (!isDamage(error) || !this.#isRebuilt) throw error;
        removeStore(this.#path);
        this.#rebuilt = [INDEX_REBUILT];
        return open();
      }
    } catch (error) {
      throw toStoreError(error, this.#path);
    }
  }
}
