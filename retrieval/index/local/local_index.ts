import type { TermCounts } from "@dossier/core/plan";
import { type Evidence, meaningEvidence } from "@dossier/core/rank";
import { analyzeQuery } from "@dossier/core/text";
import type { SettingsMemory } from "../../config/mod.ts";
import type { QueryVector } from "../../embed/mod.ts";
import type {
  BrowseRequest,
  CalledDocument,
  DefiningDocument,
  DocumentDefinitions,
  DocumentHashes,
  DocumentPage,
  DocumentPlace,
  EvidenceRequest,
  IndexReader,
  IndexState,
  KnownDocument,
  MentioningDocument,
  ProseDocument,
  SkippedPath,
} from "../index_reader.ts";
import type { CommitTimes, KnownPast, PastMentions, PastName } from "../known_commits.ts";
import { LocalCommits } from "./commits/local_commits.ts";
import { EvidenceGatherer } from "./evidence/gather_evidence.ts";
import { LexicalScorer } from "./evidence/lexical_scorer.ts";
import { readLexicalSnapshot } from "./evidence/lexical_snapshot.ts";
import { TermPlaces } from "./evidence/term_places.ts";
import { type IndexEmbedding, isEmbedderOther, isUnembedded } from "./index_embedding.ts";
import type { IndexSource, RefreshOptions, RefreshReport } from "./refresh_index.ts";
import { countLanguages, listEntries, listFolders } from "./store/document_entries.ts";
import {
  listDocumentPlaces,
  listDocumentsCalled,
  listProseDocuments,
} from "./store/document_lists.ts";
import {
  countDocuments,
  findDocumentByPath,
  hasDocumentBelow,
  listDocumentHashes,
} from "./store/documents.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import type { Store } from "./store/open_store.ts";
import { findPastNames, lastChange, listChangedSince, writePastNames } from "./store/past_names.ts";
import { countLiveChunks, countSegments } from "./store/segments.ts";
import { findSkipped, listSkipped } from "./store/skipped.ts";

/** An index file of this machine: what answers read, and what keeps it up to date. */
export class LocalIndex implements IndexReader, Disposable {
  readonly #store: Store;
  readonly #fingerprint: string;
  readonly #evidence: EvidenceGatherer;
  /** To count takes longer the larger the index, and every answer says how large it is. */
  #known: { readonly version: string; readonly state: IndexState } | undefined;

  /**
   * Takes over an open index file.
   *
   * @param fingerprint What the file is written by.
   */
  constructor(store: Store, fingerprint: string) {
    this.#store = store;
    this.#fingerprint = fingerprint;
    this.#evidence = new EvidenceGatherer(store);
  }

  /** Path of the file. */
  get path(): string {
    return this.#store.path;
  }

  /** Whether the file is still at its place; if not, what is answered is from a removed one. */
  get isInPlace(): boolean {
    return this.#store.isInPlace;
  }

  /** Why the index is a copy in memory, which is lost with the process; undefined when it is the file. */
  get unwritable(): unknown {
    return this.#store.unwritable;
  }

  /** The settings as parsed, which the index keeps by the text they were parsed from. */
  readonly settings: SettingsMemory = {
    find: () => findMeta(this.#store, "config"),
    write: (text) => writeMeta(this.#store, "config", text),
  };

  /** Brings the index up to date with its tree; see `refreshIndex`. */
  async refresh(
    source: Omit<IndexSource, "fingerprint">,
    options: RefreshOptions = {},
  ): Promise<RefreshReport> {
    // Imported only here: an answer without a refresh has no use for what lists files.
    const { refreshIndex } = await import("./refresh_index.ts");
    return await refreshIndex(
      this.#store,
      { ...source, fingerprint: this.#fingerprint },
      options,
    );
  }

  /** Returns whether the vectors are of the embedder, and whether all chunks have one. */
  compareVectors(embedding: IndexEmbedding): "current" | "other" | "pending" {
    if (isEmbedderOther(this.#store, embedding)) return "other";
    return isUnembedded(this.#store, embedding) ? "pending" : "current";
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#store[Symbol.dispose]();
  }

  describe(): Promise<IndexState> {
    return this.#read((store) => {
      const version = store.dataVersion();
      if (this.#known?.version !== version) this.#known = { version, state: describeStore(store) };
      return this.#known.state;
    });
  }

  gatherEvidence(request: EvidenceRequest): Promise<Evidence> {
    return this.#evidence.gather(request);
  }

  listMissing(names: readonly string[]): Promise<readonly string[]> {
    if (names.length === 0) return Promise.resolve([]);
    return this.#read((store) => {
      const scorer = new LexicalScorer(store, readLexicalSnapshot(store));
      // The first term of a name is all of it.
      return names.filter((name) => !scorer.occurs(analyzeQuery(name)[0]?.term ?? ""));
    });
  }

  listInCode(names: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#readTerms((places) => places.listInCode(names));
  }

  listDefinitions(limit: number): Promise<readonly DocumentDefinitions[]> {
    return this.#read(() => this.#evidence.openShelf().listDefinitions(limit));
  }

  findDefining(
    names: readonly string[],
  ): Promise<ReadonlyMap<string, readonly DefiningDocument[]>> {
    return this.#readTerms((places) =>
      new Map(names.map((name) => [name, places.listDefining(name)]))
    );
  }

  findMentioning(
    names: readonly string[],
    options: { readonly isNamed: boolean },
  ): Promise<ReadonlyMap<string, readonly MentioningDocument[]>> {
    return this.#readTerms((places) =>
      new Map(names.map((name) => [name, places.listMentioning(name, options)]))
    );
  }

  findDocuments(paths: readonly string[]): Promise<ReadonlyMap<string, KnownDocument>> {
    return this.#read((store) => mapKnown(paths, (path) => findDocumentByPath(store, path)));
  }

  readDocuments(ids: readonly number[]): Promise<ReadonlyMap<number, KnownDocument>> {
    return this.#read(() => {
      const shelf = this.#evidence.openShelf();
      return mapKnown(ids, (id) => shelf.find(id));
    });
  }

  listPlaces(ids: readonly number[]): Promise<readonly DocumentPlace[]> {
    return this.#read((store) => listDocumentPlaces(store, ids));
  }

  findHashes(paths: readonly string[]): Promise<ReadonlyMap<string, DocumentHashes>> {
    return this.#read((store) => listDocumentHashes(store, paths));
  }

  listCalled(keys: Iterable<string>): Promise<readonly CalledDocument[]> {
    return this.#read((store) => listDocumentsCalled(store, keys));
  }

  listFilled(folders: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#read((store) =>
      new Set(folders.filter((folder) => hasDocumentBelow(store, folder)))
    );
  }

  listProse(folder: string): Promise<readonly ProseDocument[]> {
    return this.#read((store) => listProseDocuments(store, folder));
  }

  countTerms(ids: readonly number[], terms: readonly string[]): Promise<TermCounts> {
    return this.#readTerms((places) => places.countTerms(ids, terms));
  }

  async compareMeaning(
    { numbers, fingerprint }: QueryVector,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, number> | undefined> {
    if (findMeta(this.#store, "embedder") !== fingerprint) return undefined;
    const { VectorScanner } = await import("./vectors/vector_scanner.ts");
    return await this.#read((store) => {
      const snapshot = readLexicalSnapshot(store);
      const { documents, firstChunks } = snapshot.files;
      const files = ids.map((id) => documents.indexOf(id)).filter((file) => file !== -1)
        .sort((a, b) => a - b);
      const spans = files.map((file) => ({
        first: firstChunks[file]!,
        end: firstChunks[file + 1]!,
      }));
      // Another scanner than that of the ranking, which keeps vectors from the second time on.
      const cosines = new VectorScanner(store).score(numbers, snapshot, spans);
      const scores = meaningEvidence(cosines, firstChunks, files)?.files.scores;
      return new Map(files.map((file) => [documents[file]!, scores?.[file] ?? 0]));
    });
  }

  browse({ isDeep, after, limit, ...filter }: BrowseRequest): Promise<DocumentPage> {
    return this.#read((store) => ({
      languages: countLanguages(store, { ...filter, language: "" }),
      folders: isDeep ? [] : listFolders(store, filter),
      documents: listEntries(store, filter, { isDeep, after, limit }),
    }));
  }

  listSkipped(paths?: readonly string[]): Promise<readonly SkippedPath[]> {
    return this.#read((store) =>
      paths === undefined
        ? listSkipped(store)
        : paths.flatMap((path) => findSkipped(store, path) ?? [])
    );
  }

  readCommits(): Promise<CommitTimes> {
    return this.#read((store) => new LocalCommits(store));
  }

  recallPast({ commit, names, paths }: PastMentions): Promise<KnownPast> {
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

  keepPast(
    commit: string,
    found: ReadonlyMap<string, PastName>,
    version: string,
  ): Promise<void> {
    return Promise.try(() =>
      this.#store.write(() => {
        // What changed meanwhile was not noted if nothing was kept yet that it mattered for.
        if (this.#store.dataVersion() === version) writePastNames(this.#store, commit, found);
      })
    );
  }

  #read<Result>(body: (store: Store) => Result): Promise<Result> {
    return Promise.try(() => this.#store.read(() => body(this.#store)));
  }

  #readTerms<Result>(body: (places: TermPlaces) => Result): Promise<Result> {
    return this.#read((store) => body(new TermPlaces(store, readLexicalSnapshot(store))));
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
): ReadonlyMap<Key, Value> {
  const known = new Map<Key, Value>();
  for (const key of keys) {
    const value = find(key);
    if (value !== undefined) known.set(key, value);
  }
  return known;
}
