import type { IndexView } from "@dossier/core/rank";
import { basename, databaseBytes, dirname, fileCondition } from "../../machine/mod.ts";
import type { SettingsMemory } from "../../config/mod.ts";
import type { BrowseRequest, IndexState, SkippedPath } from "../index_reader.ts";
import type { PastMentions, PastName } from "../index_reader.ts";
import { readLocalCommits } from "./commits/local_commits.ts";
import type {
  IndexEmbedding,
  IndexSource,
  RefreshOptions,
  RefreshReport,
} from "../index_source.ts";
import type { OpenIndex } from "../index_store.ts";
import { isEmbedderOther, isUnembedded } from "./index_embedding.ts";
import { browseDocuments } from "./store/document_lists.ts";
import {
  listDocumentPlaces,
  listDocumentsCalled,
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
import { INDEX_FILE, lockPathOf } from "./store/index_mark.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import type { Store } from "./store/open_store.ts";
import { listOutlines, listParts } from "./store/parts.ts";
import { findPastNames, lastChange, listChangedSince, writePastNames } from "./store/past_names.ts";
import { countLiveChunks, countSegments } from "./store/segments.ts";
import { findSkipped, listSkipped } from "./store/skipped.ts";
import { LocalView } from "./view/local_view.ts";
import type { VectorScanner } from "./view/vector_scanner.ts";

/**
 * An index file of this machine: what answers read, and what keeps it up to date. {@link OpenIndex} says
 * what its methods return.
 */
export class LocalIndex implements OpenIndex {
  readonly #store: Store;
  #scanner: VectorScanner | undefined;
  #view: { readonly version: string; readonly view: LocalView } | undefined;
  /** To count takes longer the larger the index, and every answer says how large it is. */
  #known: { readonly version: string; readonly state: IndexState } | undefined;

  /** Takes over an open index file. */
  constructor(store: Store) {
    this.#store = store;
  }

  get address(): string {
    return this.#store.path;
  }

  get bytes(): number {
    return databaseBytes(this.#store.path);
  }

  get isApart(): boolean {
    return basename(this.#store.path) !== INDEX_FILE;
  }

  get wasOther(): boolean {
    return this.#store.wasOther;
  }

  get isInPlace(): boolean {
    return this.#store.isInPlace;
  }

  get unwritable(): unknown {
    return this.#store.unwritable;
  }

  readonly settings: SettingsMemory = {
    find: () => findMeta(this.#store, "config"),
    write: (text) => writeMeta(this.#store, "config", text),
  };

  async refresh(source: IndexSource, options: RefreshOptions = {}): Promise<RefreshReport> {
    // Imported only here: an answer without a refresh has no use for what lists files.
    const { refreshIndex } = await import("./refresh_index.ts");
    const lockPath = lockPathOf(dirname(this.#store.path));
    return await refreshIndex(this.#store, { ...source, lockPath }, options);
  }

  compareVectors(embedding: IndexEmbedding): "current" | "other" | "pending" {
    if (isEmbedderOther(this.#store, embedding)) return "other";
    return isUnembedded(this.#store, embedding) ? "pending" : "current";
  }

  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  describe() {
    return this.#read((store) => {
      const version = store.dataVersion();
      if (this.#known?.version !== version) this.#known = { version, state: describeStore(store) };
      return this.#known.state;
    });
  }

  async look<Result>(
    body: (view: IndexView) => Result,
    { readsVectors = false }: { readonly readsVectors?: boolean } = {},
  ): Promise<Result> {
    if (readsVectors && this.#scanner === undefined) {
      // Imported only here, as there may be no embedder.
      const { VectorScanner } = await import("./view/vector_scanner.ts");
      this.#scanner ??= new VectorScanner(this.#store);
    }
    return this.#store.read(() => body(this.#openView()));
  }

  listDefinitions(limit: number) {
    return this.#read(() => this.#openView().listDefinitions(limit));
  }

  findDocuments(paths: readonly string[]) {
    return this.#read((store) => mapKnown(paths, (path) => findDocumentByPath(store, path)));
  }

  readDocuments(ids: readonly number[]) {
    return this.#read(() => {
      const view = this.#openView();
      return mapKnown(ids, (id) => view.find(id));
    });
  }

  readParts(ids: readonly number[]) {
    return this.#read((store) => listParts(store, ids));
  }

  listOutlines() {
    return this.#read((store) => listOutlines(store));
  }

  listPlaces(ids: readonly number[]) {
    return this.#read((store) => listDocumentPlaces(store, ids));
  }

  findHashes(paths: readonly string[]) {
    return this.#read((store) => listDocumentHashes(store, paths));
  }

  listCalled(keys: Iterable<string>) {
    return this.#read((store) => listDocumentsCalled(store, keys));
  }

  listFilled(folders: readonly string[]) {
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

  recallPast({ commit, names, paths }: PastMentions) {
    return this.#read((store) => {
      const found = findPastNames(store, commit, [...names, ...paths]);
      const isLookedFor = names.every((name) => found.has(name));
      const change = lastChange(store);
      const since = names.reduce(
        (least, name) => Math.min(least, found.get(name)?.change ?? 0),
        change,
      );
      const changed = isLookedFor && since < change ? listChangedSince(store, since) : [];
      const isCurrent = isLookedFor && changed.length === 0 &&
        paths.every((path) => found.has(path));
      return { found, isCurrent, isLookedFor, changed, change, version: store.dataVersion() };
    });
  }

  keepPast(commit: string, found: ReadonlyMap<string, PastName>, version: string): Promise<void> {
    return Promise.try(() =>
      this.#store.write(() => {
        // What changed meanwhile was not noted if nothing was kept yet that it mattered for.
        if (this.#store.dataVersion() === version) writePastNames(this.#store, commit, found);
      })
    );
  }

  /** Where the index cannot be written just now, the files are found again. */
  doubt(paths: readonly string[]): void {
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

  /** Returns what was read of the state that the index has in the caller's transaction. */
  #openView(): LocalView {
    const version = this.#store.dataVersion();
    if (this.#view?.version !== version) {
      const openScanner = () => {
        if (this.#scanner === undefined) {
          throw new Error("Cannot compare vectors that are not read");
        }
        return this.#scanner;
      };
      this.#view = { version, view: new LocalView(this.#store, openScanner) };
    }
    return this.#view.view;
  }

  #read<Result>(body: (store: Store) => Result): Promise<Result> {
    return Promise.try(() => this.#store.read(() => body(this.#store)));
  }
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

/** Returns what is found for some keys, by key; others are left out. */
function mapKnown<Key, Value>(
  keys: readonly Key[],
  find: (key: Key) => Value | undefined,
): Map<Key, Value> {
  return new Map(keys.flatMap((key): [Key, Value][] => {
    const value = find(key);
    return value === undefined ? [] : [[key, value]];
  }));
}
