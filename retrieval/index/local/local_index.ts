import type { Note } from "@dossier/core";
import type { IndexView } from "@dossier/core/rank";
import {
  acquireIndexLock,
  basename,
  databaseBytes,
  dirname,
  fileCondition,
  RetrievalError,
} from "../../machine/mod.ts";
import type { SettingsCache } from "../../config/mod.ts";
import type { BrowseRequest, IndexState, SkippedPath } from "../index_reader.ts";
import type { PastName, PastNamesQuery } from "../index_reader.ts";
import { readLocalCommits } from "./commits/local_commits.ts";
import type {
  IndexEmbedding,
  IndexSource,
  RefreshOptions,
  RefreshReport,
} from "../index_source.ts";
import type { OpenIndex, ShareOptions, ShareReport } from "../index_store.ts";
import type { RemoteSegmentStore, RemoteStoreOpener } from "./shared/remote_segment_store.ts";
import type { RequestedRows } from "./shared/fetch_rows.ts";
import { isEmbedderChanged, mayLackVectors } from "./index_embedding.ts";
import { browseDocuments } from "./store/document_lists.ts";
import {
  findDocumentFacts,
  listDocumentsByFileKeys,
  listModifiedPaths,
  listProseDocuments,
} from "./store/document_lists.ts";
import {
  countDocuments,
  findDocumentByPath,
  hasDocumentBelow,
  listDocumentHashes,
  writeDocumentStamp,
} from "./store/documents.ts";
import { INDEX_FILE, lockPathOf } from "./store/index_identity.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import type { Store } from "./store/open_store.ts";
import { listOutlines, listParts } from "./store/parts.ts";
import {
  findLastChange,
  findPastNames,
  listChangedSince,
  writePastNames,
} from "./store/past_names.ts";
import { countLiveChunks, countSegments } from "./store/segments.ts";
import { listPartialSegments } from "./store/shared_segments.ts";
import { findSkipped, listSkipped } from "./store/skipped.ts";
import { LocalView } from "./view/local_view.ts";
import type { VectorScanner } from "./view/vector_scanner.ts";

/** Index in a file of this machine, with the methods of {@link OpenIndex}. */
export class LocalIndex implements OpenIndex {
  readonly #store: Store;
  readonly #openRemoteStore: RemoteStoreOpener;
  #remoteStore: Promise<RemoteSegmentStore | undefined> | undefined;
  #scanner: VectorScanner | undefined;
  #view: { readonly version: string; readonly view: LocalView } | undefined;
  /**
   * Counts of the index in one state. Counting takes longer the larger the index is, and every
   * answer reports its size.
   */
  #counted: { readonly version: string; readonly state: IndexState } | undefined;

  /**
   * Takes ownership of an open index file.
   *
   * @param openRemoteStore Opens the remote store of segments on demand. @default no remote store
   */
  constructor(store: Store, openRemoteStore: RemoteStoreOpener = () => Promise.resolve(undefined)) {
    this.#store = store;
    this.#openRemoteStore = openRemoteStore;
  }

  get address(): string {
    return this.#store.path;
  }

  get bytes(): number {
    return databaseBytes(this.#store.path);
  }

  get usesSeparateFile(): boolean {
    return basename(this.#store.path) !== INDEX_FILE;
  }

  get wasReset(): boolean {
    return this.#store.wasReset;
  }

  get isInPlace(): boolean {
    return this.#store.isInPlace;
  }

  get readOnlyError(): unknown {
    return this.#store.readOnlyError;
  }

  readonly settings: SettingsCache = {
    find: () => findMeta(this.#store, "config"),
    write: (text) => writeMeta(this.#store, "config", text),
  };

  async refresh(source: IndexSource, options: RefreshOptions = {}): Promise<RefreshReport> {
    const lockPath = this.#lockPath;
    const notes = await this.#adoptShared(source, options);
    // Imported only here, as an answer without a refresh does not list files.
    const { refreshIndex } = await import("./refresh_index.ts");
    const report = await refreshIndex(this.#store, { ...source, lockPath }, options);
    return notes.length === 0 ? report : { ...report, notes: [...notes, ...report.notes] };
  }

  async share({ maxTreeAgeMs }: ShareOptions = {}): Promise<ShareReport | undefined> {
    const remote = await this.#findRemoteStore();
    if (remote === undefined) return undefined;
    const [{ shareIndex }, { detachIndex }, { MissingBlockError }] = await Promise.all([
      import("./shared/share_index.ts"),
      import("./shared/detach_index.ts"),
      import("./shared/remote_segment_store.ts"),
    ]);
    const lock = await acquireIndexLock(this.#lockPath, { waitMs: Infinity });
    using _ = lock;
    const report = await shareIndex(this.#store, remote).catch((error) => {
      // When this machine has the whole index, it sends the lost parts again.
      if (!(error instanceof MissingBlockError)) throw error;
      if (this.#store.write(() => detachIndex(this.#store))) throw error;
      return shareIndex(this.#store, remote);
    });
    if (maxTreeAgeMs === undefined) return report;
    return { ...report, removed: await remote.removeGarbage(maxTreeAgeMs) };
  }

  compareVectors(embedding: IndexEmbedding): "current" | "other" | "pending" {
    if (isEmbedderChanged(this.#store, embedding)) return "other";
    return mayLackVectors(this.#store, embedding) ? "pending" : "current";
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
    void this.#remoteStore?.then((remote) => remote?.[Symbol.dispose]());
  }

  describe() {
    return this.#read((store) => {
      const version = store.dataVersion();
      if (this.#counted?.version !== version) {
        this.#counted = { version, state: describeStore(store) };
      }
      return this.#counted.state;
    });
  }

  async withView<Result>(
    body: (view: IndexView) => Result,
    { readsVectors = false }: { readonly readsVectors?: boolean } = {},
  ): Promise<Result> {
    if (readsVectors && this.#scanner === undefined) {
      // Imported only here, as there may be no embedder.
      const { VectorScanner } = await import("./view/vector_scanner.ts");
      this.#scanner ??= new VectorScanner(this.#store);
    }
    for (;;) {
      const outcome = this.#store.read(() => this.#tryView(body));
      if (outcome.requested === undefined) return outcome.result;
      await this.#fetch(outcome.requested);
    }
  }

  listDefinitions(limit: number) {
    return this.#read(() => this.#openView().listDefinitions(limit));
  }

  findDocuments(paths: readonly string[]) {
    return this.#read((store) => mapFound(paths, (path) => findDocumentByPath(store, path)));
  }

  readDocuments(ids: readonly number[]) {
    return this.#read(() => {
      const view = this.#openView();
      return mapFound(ids, (id) => view.find(id));
    });
  }

  readParts(ids: readonly number[]) {
    return this.#readDetails((store) => listParts(store, ids), ids);
  }

  listOutlines() {
    return this.#readDetails((store) => listOutlines(store));
  }

  readFacts(ids: readonly number[]) {
    return this.#read((store) => findDocumentFacts(store, ids));
  }

  findHashes(paths: readonly string[]) {
    return this.#read((store) => listDocumentHashes(store, paths));
  }

  listByFileKeys(keys: Iterable<string>) {
    return this.#read((store) => listDocumentsByFileKeys(store, keys));
  }

  listNonEmptyFolders(folders: readonly string[]) {
    return this.#read((store) =>
      new Set(folders.filter((folder) => hasDocumentBelow(store, folder)))
    );
  }

  listProse(folder: string) {
    return this.#read((store) => listProseDocuments(store, folder));
  }

  listModified(time: number, limit: number) {
    return this.#read((store) => listModifiedPaths(store, time, limit));
  }

  browse(request: BrowseRequest) {
    return this.#read((store) => browseDocuments(store, request));
  }

  listSkipped(paths?: readonly string[]): Promise<readonly SkippedPath[]> {
    return this.#read((store) =>
      paths === undefined
        ? listSkipped(store)
        : paths.flatMap((path) => findSkipped(store, path) ?? [])
    );
  }

  readCommits() {
    return this.#read((store) => readLocalCommits(store));
  }

  findPastNames({ commit, names, paths }: PastNamesQuery) {
    return this.#read((store) => {
      const found = findPastNames(store, commit, [...names, ...paths]);
      const isSearched = names.every((name) => found.has(name));
      const change = findLastChange(store);
      const since = names.reduce(
        (least, name) => Math.min(least, found.get(name)?.change ?? 0),
        change,
      );
      const changed = isSearched && since < change ? listChangedSince(store, since) : [];
      const isCurrent = isSearched && changed.length === 0 &&
        paths.every((path) => found.has(path));
      return { found, isCurrent, isSearched, changed, change, version: store.dataVersion() };
    });
  }

  writePastNames(
    commit: string,
    found: ReadonlyMap<string, PastName>,
    version: string,
  ): Promise<void> {
    return Promise.try(() =>
      this.#store.write(() => {
        // When no past names were stored yet, changes in the meantime were not recorded.
        if (this.#store.dataVersion() === version) writePastNames(this.#store, commit, found);
      })
    );
  }

  /**
   * Marks files to be read again. When the index cannot be written at the moment, the mismatch will
   * be found again.
   */
  invalidate(paths: readonly string[]): void {
    try {
      this.#store.write(() => {
        for (const path of paths) {
          const document = findDocumentByPath(this.#store, path);
          if (document?.racy === false) {
            writeDocumentStamp(this.#store, path, { ...document, racy: true });
          }
        }
      });
    } catch (error) {
      if (fileCondition(error) === undefined) throw error;
    }
  }

  /** Returns a view of the state that the index has in the caller's transaction. */
  #openView(): LocalView {
    const version = this.#store.dataVersion();
    if (this.#view?.version !== version) {
      const openScanner = () => {
        if (this.#scanner === undefined) {
          throw new Error("Cannot compare vectors before they are read");
        }
        return this.#scanner;
      };
      this.#view = { version, view: new LocalView(this.#store, openScanner) };
    }
    return this.#view.view;
  }

  /**
   * Returns the remote store of segments, opened at the first call; undefined when there is none.
   */
  #findRemoteStore(): Promise<RemoteSegmentStore | undefined> {
    return this.#remoteStore ??= this.#openRemoteStore().catch((error) => {
      this.#remoteStore = undefined;
      throw error;
    });
  }

  get #lockPath(): string {
    return lockPathOf(dirname(this.#store.path));
  }

  /**
   * Fills an empty index with the remote segments of its tree. Returns notes about what prevented
   * it.
   */
  async #adoptShared(
    { embedding }: IndexSource,
    { signal }: RefreshOptions,
  ): Promise<readonly Note[]> {
    if (this.#store.readOnlyError !== undefined || findMeta(this.#store, "complete")) return [];
    if (countDocuments(this.#store) > 0) return [];
    const remote = await this.#findRemoteStore();
    if (remote === undefined) return [];
    const { importBestTree } = await import("./shared/import_tree.ts");
    const lock = await acquireIndexLock(this.#lockPath, { waitMs: Infinity, signal });
    if (lock === undefined) return [];
    using _ = lock;
    return await importBestTree(this.#store, embedding?.embedder?.fingerprint, remote);
  }

  /** Returns the result of `body`, or the rows that it lacked. */
  #tryView<Result>(body: (view: IndexView) => Result): ViewOutcome<Result> {
    const view = this.#openView();
    try {
      const result = body(view);
      const requested = view.missing?.consume();
      return requested === undefined ? { result, requested } : { requested };
    } catch (error) {
      const requested = view.missing?.consume();
      // Missing rows may have caused the error.
      if (requested === undefined) throw error;
      return { requested };
    }
  }

  /**
   * Fetches the rows that a view lacked. The next run of the body gets a new view, as callers cache
   * results by view.
   */
  async #fetch(requested: RequestedRows): Promise<void> {
    this.#view = undefined;
    const remote = await this.#findRemoteStore();
    if (remote === undefined) throw noClusterError();
    const [{ fetchRows }, { detachOnMissingBlock }] = await Promise.all([
      import("./shared/fetch_rows.ts"),
      import("./shared/detach_index.ts"),
    ]);
    await detachOnMissingBlock(this.#store, fetchRows(this.#store, requested, remote));
  }

  /** Reads values that need the details of some documents; of all documents without `ids`. */
  async #readDetails<Result>(
    body: (store: Store) => Result,
    ids?: readonly number[],
  ): Promise<Result> {
    const localOutcome = await this.#read((store) =>
      listPartialSegments(store).length === 0 ? { result: body(store) } : undefined
    );
    if (localOutcome !== undefined) return localOutcome.result;
    return await this.withView((view) => {
      // All views of this class are local views.
      const isMissing = (view as LocalView).missing?.hasDetails(ids) === false;
      return isMissing ? undefined as Result : body(this.#store);
    });
  }

  #read<Result>(body: (store: Store) => Result): Promise<Result> {
    return Promise.try(() => this.#store.read(() => body(this.#store)));
  }
}

/** Result of a view body, or the rows that it lacked. */
type ViewOutcome<Result> =
  | { readonly result: Result; readonly requested: undefined }
  | { readonly requested: RequestedRows };

function noClusterError(): RetrievalError {
  return new RetrievalError("index-unreachable", {
    action: "answer from the index",
    rule: "a part of it is in a cluster, and no cluster is configured",
    fix: "set DOSSIER_OPENSEARCH, or remove the index",
  });
}

function describeStore(store: Store): IndexState {
  return {
    documents: countDocuments(store),
    chunks: countLiveChunks(store),
    segments: countSegments(store),
    updatedAt: findMeta(store, "updated_at"),
    isComplete: findMeta(store, "complete") !== undefined,
  };
}

/** Returns the values found for some keys, by key. Keys without a value are omitted. */
function mapFound<Key, Value>(
  keys: readonly Key[],
  find: (key: Key) => Value | undefined,
): Map<Key, Value> {
  return new Map(keys.flatMap((key): [Key, Value][] => {
    const value = find(key);
    return value === undefined ? [] : [[key, value]];
  }));
}
