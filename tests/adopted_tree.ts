import { LocalIndex } from "../retrieval/index/local/local_index.ts";
import { openStore, type Store } from "../retrieval/index/local/store/open_store.ts";
import type { IndexEmbedding, RefreshReport } from "../retrieval/index/mod.ts";
import type { RemoteSegmentStore } from "../retrieval/index/local/mod.ts";
import { IndexedTree } from "./indexed_tree.ts";
import type { OpenSearchCluster } from "./open_search_cluster.ts";
import { trustTimes } from "./trust_times.ts";

/** Options of the index of a tree. */
interface AdoptedOptions {
  readonly cluster: OpenSearchCluster;
  readonly embedding?: IndexEmbedding | undefined;
}

/** Index that was started from segments in a cluster. */
class AdoptedIndex implements Disposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "dossier-adopted-" });
  readonly #openRemoteStore: () => Promise<RemoteSegmentStore>;
  /** File of the index. */
  readonly store: Store = openStore(`${this.#folder}/index.db`);
  readonly reader: LocalIndex;

  constructor(openRemoteStore: () => Promise<RemoteSegmentStore>) {
    this.#openRemoteStore = openRemoteStore;
    this.reader = new LocalIndex(this.store, openRemoteStore);
  }

  /** Returns the same index, opened as by another process. */
  reopen(): LocalIndex {
    return new LocalIndex(openStore(this.store.path), this.#openRemoteStore);
  }

  /** Updates the index with the files of a tree. */
  async refresh({ root, visibility, embedding }: IndexedTree): Promise<RefreshReport> {
    const report = await this.reader.refresh({ root, visibility, embedding });
    trustTimes(this.store);
    return report;
  }

  /** Returns the number of rows of one of its tables, which a condition may narrow. */
  count(table: string): number {
    return this.store.findValue<number>(`SELECT count(*) FROM ${table}`)!;
  }

  [Symbol.dispose](): void {
    this.reader[Symbol.dispose]();
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

/**
 * Tree with two indexes: the first was built from its files and sent to a cluster, the second was
 * started from the cluster, as on another machine.
 */
export class AdoptedTree implements Disposable {
  /** Files with the index that was built from them. */
  readonly tree: IndexedTree;
  /** The same index, from which new segments are sent. */
  readonly sender: LocalIndex;
  readonly #openRemoteStore: () => Promise<RemoteSegmentStore>;
  readonly #adopted: AdoptedIndex;

  private constructor(files: Readonly<Record<string, string>>, options: AdoptedOptions) {
    this.tree = new IndexedTree(files);
    this.tree.embedding = options.embedding;
    this.#openRemoteStore = () => Promise.resolve(options.cluster.openStore(this.tree.root));
    this.sender = new LocalIndex(this.tree.store, this.#openRemoteStore);
    this.#adopted = new AdoptedIndex(this.#openRemoteStore);
  }

  /** Builds the first index, sends it, and starts the second. */
  static async open(
    files: Readonly<Record<string, string>>,
    options: AdoptedOptions,
  ): Promise<AdoptedTree> {
    const adopted = new AdoptedTree(files, options);
    await adopted.tree.refresh();
    await adopted.sender.share();
    await adopted.refresh();
    return adopted;
  }

  /** Second index. */
  get reader(): LocalIndex {
    return this.#adopted.reader;
  }

  /** File of the index. */
  get store(): Store {
    return this.#adopted.store;
  }

  /** Returns the second index, opened as by another process. */
  reopen(): LocalIndex {
    return this.#adopted.reopen();
  }

  /** Updates the second index with the files. */
  refresh(): Promise<RefreshReport> {
    return this.#adopted.refresh(this.tree);
  }

  /** Returns a further index, as on a third machine. */
  async adoptAgain(): Promise<AdoptedIndex> {
    const adopted = new AdoptedIndex(this.#openRemoteStore);
    await adopted.refresh(this.tree);
    return adopted;
  }

  [Symbol.dispose](): void {
    this.#adopted[Symbol.dispose]();
    this.sender[Symbol.dispose]();
    this.tree[Symbol.dispose]();
  }
}
