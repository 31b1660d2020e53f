import { LocalIndex } from "../retrieval/index/local/local_index.ts";
import { openStore, type Store } from "../retrieval/index/local/store/open_store.ts";
import type { IndexEmbedding, RefreshReport } from "../retrieval/index/mod.ts";
import type { SegmentHome } from "../retrieval/index/local/mod.ts";
import { IndexedTree } from "./indexed_tree.ts";
import type { OpenSearchCluster } from "./open_search_cluster.ts";
import { settleTimes } from "./settle_times.ts";

/** What a tree is indexed by. */
interface AdoptedOptions {
  readonly cluster: OpenSearchCluster;
  readonly embedding?: IndexEmbedding | undefined;
}

/** An index that was begun with what is in a cluster. */
class AdoptedIndex implements Disposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "dossier-adopted-" });
  readonly #openHome: () => Promise<SegmentHome>;
  /** Its file. */
  readonly store: Store = openStore(`${this.#folder}/index.db`);
  readonly reader: LocalIndex;

  constructor(openHome: () => Promise<SegmentHome>) {
    this.#openHome = openHome;
    this.reader = new LocalIndex(this.store, openHome);
  }

  /** Returns the same index as another process opens it. */
  reopen(): LocalIndex {
    return new LocalIndex(openStore(this.store.path), this.#openHome);
  }

  /** Brings it up to date with the files of a tree. */
  async refresh({ root, visibility, embedding }: IndexedTree): Promise<RefreshReport> {
    const report = await this.reader.refresh({ root, visibility, embedding });
    settleTimes(this.store);
    return report;
  }

  /** Returns how many rows a table of it has, which may be narrowed. */
  count(table: string): number {
    return this.store.findValue<number>(`SELECT count(*) FROM ${table}`)!;
  }

  [Symbol.dispose](): void {
    this.reader[Symbol.dispose]();
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

/**
 * A tree with two indexes: one that was made of its files and sent to a cluster, and another, as on a second machine,
 * that was begun with what is in the cluster.
 */
export class AdoptedTree implements Disposable {
  /** The files, and the index that was made of them. */
  readonly tree: IndexedTree;
  /** The same index, as what is new is sent from it. */
  readonly sender: LocalIndex;
  readonly #openHome: () => Promise<SegmentHome>;
  readonly #adopted: AdoptedIndex;

  private constructor(files: Readonly<Record<string, string>>, options: AdoptedOptions) {
    this.tree = new IndexedTree(files);
    this.tree.embedding = options.embedding;
    this.#openHome = () => Promise.resolve(options.cluster.home(this.tree.root));
    this.sender = new LocalIndex(this.tree.store, this.#openHome);
    this.#adopted = new AdoptedIndex(this.#openHome);
  }

  /** Makes the first index, sends it, and begins the second. */
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

  /** The second index. */
  get reader(): LocalIndex {
    return this.#adopted.reader;
  }

  /** Its file. */
  get store(): Store {
    return this.#adopted.store;
  }

  /** Returns the second index as another process opens it. */
  reopen(): LocalIndex {
    return this.#adopted.reopen();
  }

  /** Brings the second index up to date with the files. */
  refresh(): Promise<RefreshReport> {
    return this.#adopted.refresh(this.tree);
  }

  /** Returns one more index, as on a third machine. */
  async adoptAgain(): Promise<AdoptedIndex> {
    const adopted = new AdoptedIndex(this.#openHome);
    await adopted.refresh(this.tree);
    return adopted;
  }

  [Symbol.dispose](): void {
    this.#adopted[Symbol.dispose]();
    this.sender[Symbol.dispose]();
    this.tree[Symbol.dispose]();
  }
}
