import { dirname } from "node:path";
import {
  type Candidate,
  createVisibility,
  DEFAULT_EXCLUSIONS,
  type ExclusionRules,
  type Visibility,
} from "@dossier/core";
import type { IndexEmbedding, RefreshOptions, RefreshReport } from "../retrieval/index/mod.ts";
import { refreshIndex } from "../retrieval/index/local/refresh_index.ts";
import { LocalIndex } from "../retrieval/index/local/local_index.ts";
import { QueryText } from "../retrieval/search/query_text.ts";
import { type RetrievalRequest, retrieve } from "../retrieval/search/retrieve.ts";
import { openStore, type Store } from "../retrieval/index/local/store/open_store.ts";
import { trustTimes } from "./trust_times.ts";
import { TempWorkspace } from "./temp_workspace.ts";

/** Time of change of a tree's first file, in seconds since 1970: 2001-09-09. */
const FIRST_CHANGE_S = 1_000_000_000;

/**
 * Tree of files and its index, without an engine.
 *
 * Files have times of change long ago, a second apart: then size and time show whether a file has
 * changed, unlike those of a file written just before it is read.
 */
export class IndexedTree implements Disposable {
  readonly #workspace = new TempWorkspace();
  #clock = FIRST_CHANGE_S;

  /** Absolute path of the tree. */
  readonly root: string = this.#workspace.root;

  /** Index, outside the tree. */
  readonly store: Store = openStore(`${this.#workspace.cache}/index.db`);

  /** The same index, as answers read it. */
  readonly reader: LocalIndex = new LocalIndex(this.store);

  /** Path of the lock file. */
  readonly lockPath: string = `${this.#workspace.cache}/index.lock`;

  /** Exclusion rules; tests may change them. */
  visibility: Visibility = createVisibility(DEFAULT_EXCLUSIONS);

  /** Embedder of chunks; tests may change it. */
  embedding: IndexEmbedding | undefined;

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  /** Returns the absolute path of a file. */
  path(path: string): string {
    return this.#workspace.path(path);
  }

  /** Returns the text of a file. */
  read(path: string): string {
    return this.#workspace.read(path);
  }

  /** Writes a file, a second after the previous one. */
  write(path: string, content: string | Uint8Array): void {
    this.#workspace.write(path, content);
    this.touch(path, ++this.#clock);
  }

  /** Writes a file now, so shortly before the next refresh that its time is unreliable. */
  writeNow(path: string, content: string): void {
    this.#workspace.write(path, content);
  }

  /** Sets the time of a file's last change, in seconds since 1970. */
  touch(path: string, seconds: number): void {
    Deno.utimeSync(this.path(path), seconds, seconds);
  }

  /** Renames a file and replaces an existing one; its time of change stays. */
  rename(from: string, to: string): void {
    Deno.mkdirSync(dirname(this.path(to)), { recursive: true });
    Deno.renameSync(this.path(from), this.path(to));
  }

  /** Removes a file or folder. */
  remove(path: string): void {
    this.#workspace.remove(path);
  }

  /** Sets some of the exclusion rules. */
  exclude(rules: Partial<ExclusionRules>): void {
    this.visibility = createVisibility({ ...DEFAULT_EXCLUSIONS, ...rules });
  }

  /** Brings the index up to date. */
  async refresh(options: RefreshOptions = {}): Promise<RefreshReport> {
    const { root, lockPath, visibility, embedding } = this;
    const source = { root, lockPath, visibility, embedding };
    const report = await refreshIndex(this.store, source, options);
    this.trustTimes();
    return report;
  }

  /** Makes the index trust the times that files were given. */
  trustTimes(): void {
    trustTimes(this.store);
  }

  /** Returns the best chunks for a query without a refresh of the index. */
  search(
    query: string,
    options: Omit<Partial<RetrievalRequest>, "query"> = {},
  ): Promise<readonly Candidate[]> {
    return retrieve(this.reader, {
      query: new QueryText(query),
      limit: 1000,
      ...options,
    });
  }

  /** Returns the paths of the best chunks for a query, each once, best first. */
  async searchPaths(query: string): Promise<string[]> {
    return [...new Set((await this.search(query)).map(({ path }) => path))];
  }

  /** Closes the index and removes everything. */
  [Symbol.dispose](): void {
    this.store[Symbol.dispose]();
    this.#workspace[Symbol.dispose]();
  }
}
