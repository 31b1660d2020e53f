import {
  decodeFileName,
  type DocumentFacts,
  type IndexedNames,
  type IndexView,
  pathKinds,
  type Postings,
  type SubjectIndex,
} from "@dossier/core/rank";
import { BoundedMap, RetrievalError } from "../../../machine/mod.ts";
import type { DocumentDefinitions } from "../../index_reader.ts";
import {
  COMMIT_EPOCH_S,
  findCommitsState,
  listCommitsWithTerm,
  readCommitColumn,
} from "../store/commits.ts";
import {
  listDefiningDocuments,
  listDefinitions,
  listDocumentNames,
  listDocumentsByFileKeys,
  listIdsByPath,
} from "../store/document_lists.ts";
import { findDocument, listDocumentFacts, type StoredDocument } from "../store/documents.ts";
import { findMeta } from "../store/meta.ts";
import { listNameVectors } from "../store/name_vectors.ts";
import type { Store } from "../store/open_store.ts";
import { createPostingBuffer, decodePostings, hasPosting } from "../store/posting_codec.ts";
import { listPostings, type PostingList } from "../store/postings.ts";
import type { VectorRows } from "../store/vector_rows.ts";
import { type LexicalSnapshot, readLexicalSnapshot } from "./lexical_snapshot.ts";
import { MissingRows } from "./missing_rows.ts";
import type { VectorScanner } from "./vector_scanner.ts";

/**
 * Maximum number of documents whose definitions are cached. Definitions of more documents are read
 * each time.
 */
const MAX_CACHED_DEFINITIONS = 2500;

/** Maximum size of each cache, in approximate bytes: several thousand documents. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/** Approximate size of an object with some short texts, in bytes. */
const OBJECT_BYTES = 200;

/** Maximum size of the cached postings, in approximate bytes. Those of 20,000 chunks take 2 MiB. */
const MAX_CACHED_POSTING_BYTES = 4 * 1024 * 1024;

/**
 * View of one state of an index of this machine, with caches of what was read. A process that gives
 * one answer reads each value once. In a process that gives many answers, most of the required
 * values are in the caches.
 */
export class LocalView implements IndexView {
  readonly chunks: IndexView["chunks"];
  readonly files: IndexView["files"];
  /** Records rows that a body lacks; undefined when the whole index is here. */
  readonly missing: MissingRows | undefined;
  readonly #snapshot: LexicalSnapshot;
  readonly #store: Store;
  readonly #openScanner: () => VectorScanner;
  readonly #buffer = createPostingBuffer();
  readonly #postings = new BoundedMap<string, readonly PostingList[]>({
    limit: MAX_CACHED_POSTING_BYTES,
    sizeOf: (lists) => lists.reduce((sum, { data }) => sum + data.length, OBJECT_BYTES),
  });
  readonly #documents = new BoundedMap<number, StoredDocument>({
    limit: MAX_CACHED_BYTES,
    sizeOf: ({ chunks, definitions }) => (chunks.length + definitions.length + 1) * OBJECT_BYTES,
  });
  readonly #names = new BoundedMap<number, IndexedNames>({
    limit: MAX_CACHED_BYTES,
    sizeOf: ({ definitions }) => OBJECT_BYTES + definitions.length,
  });
  readonly #vectors = new BoundedMap<number, VectorRows>({
    limit: MAX_CACHED_BYTES,
    sizeOf: ({ numbers }) => OBJECT_BYTES + numbers.length,
  });
  #subjects: SubjectIndex | undefined;
  #facts: readonly DocumentFacts[] | undefined;
  #definitions: readonly DocumentDefinitions[] | undefined;
  #ranks: Uint32Array | undefined;

  /**
   * Creates a view of the state of the caller's transaction. It may only be used in transactions of
   * the same state.
   *
   * @param openScanner Returns the scanner that compares vectors.
   */
  constructor(store: Store, openScanner: () => VectorScanner) {
    const snapshot = readLexicalSnapshot(store);
    const { chunkCount: count, liveCount: alive, fileOf, lengths, averageLengths } = snapshot;
    this.chunks = { count, liveCount: alive, fileOf, lengths, averageLengths };
    this.files = snapshot.files;
    this.missing = MissingRows.open(store, snapshot);
    this.#snapshot = snapshot;
    this.#store = store;
    this.#openScanner = openScanner;
  }

  get model(): string | undefined {
    return findMeta(this.#store, "embedder");
  }

  readPostings(term: string): Postings {
    const buffer = this.#buffer;
    buffer.length = 0;
    for (const { segment, data } of this.#listPostings(term)) {
      const snapshotSegment = this.#snapshot.segments.get(segment);
      if (snapshotSegment !== undefined) decodePostings(data, buffer, snapshotSegment);
    }
    return buffer;
  }

  hasTerm(term: string, accepted?: Uint8Array): boolean {
    return this.#listPostings(term).some(({ segment, data }) => {
      const snapshotSegment = this.#snapshot.segments.get(segment);
      // When chunks are deleted, all chunks of the term may be deleted.
      return snapshotSegment !== undefined &&
        ((accepted ?? snapshotSegment.deleted) === undefined ||
          hasPosting(data, snapshotSegment, accepted));
    });
  }

  /**
   * Returns the occurrences of a term, one list for each segment. Cached, as an answer looks up
   * most terms twice.
   */
  #listPostings(term: string): readonly PostingList[] {
    return readThrough(this.#postings, [term], () => {
      const lists = listPostings(this.#store, term);
      if (this.missing === undefined) return [[term, lists]];
      if (!this.missing.knowsTerm(term, lists)) return [];
      return [[term, lists.filter(({ data }) => data.length > 0)]];
    }).get(term) ?? [];
  }

  rankPaths(): Uint32Array {
    if (this.#ranks === undefined) {
      const rankOf = new Map(listIdsByPath(this.#store).map((id, rank) => [id, rank]));
      this.#ranks = this.files.documents.map((id) => rankOf.get(id) ?? 0);
    }
    return this.#ranks;
  }

  /** Returns the document with a row number. */
  find(id: number): StoredDocument | undefined {
    return readThrough(this.#documents, [id], () => {
      const found = findDocument(this.#store, id);
      return found === undefined ? [] : [[id, found]];
    }).get(id);
  }

  listChunks(document: number) {
    return this.find(document)?.chunks ?? [];
  }

  /**
   * @throws {RetrievalError} `index-damaged` when a segment has chunks of a missing document.
   */
  listNames(documents: readonly number[]): ReadonlyMap<number, IndexedNames> {
    const names = readThrough(
      this.#names,
      documents,
      (missing) =>
        listDocumentNames(this.#store, missing).map(({ id, nameTerms, ...names }) => [
          id,
          { ...names, name: decodeFileName(nameTerms), kinds: pathKinds(names.path) },
        ]),
    );
    const missing = documents.find((document) => !names.has(document));
    if (missing === undefined) return names;
    throw new RetrievalError("index-damaged", `Cannot read document ${missing}: it is missing`);
  }

  listFacts(): readonly DocumentFacts[] {
    return this.#facts ??= listDocumentFacts(this.#store);
  }

  listByFileKeys(keys: Iterable<string>) {
    return listDocumentsByFileKeys(this.#store, keys);
  }

  listDefiningDocuments(documents: readonly number[], name: string) {
    return listDefiningDocuments(this.#store, documents, name);
  }

  compareChunks(query: Float32Array, spans?: Parameters<VectorScanner["score"]>[2]) {
    if (this.missing?.hasVectors(spans) === false) {
      return new Float32Array(this.chunks.count).fill(NaN);
    }
    return this.#openScanner().score(query, this.#snapshot, spans);
  }

  compareNames(query: Float32Array, documents: readonly number[]): Float32Array {
    if (this.missing?.hasDetails(documents) === false) return new Float32Array(documents.length);
    const vectors = readThrough(this.#vectors, documents, (missing) => {
      const rows = listNameVectors(this.#store, missing, query.length);
      return missing.map((id) => [id, rows.get(id) ?? NO_VECTORS]);
    });
    return this.#openScanner().scoreGroups(query, documents.map((id) => vectors.get(id)!));
  }

  readSubjects(): SubjectIndex {
    const store = this.#store;
    if (this.#subjects === undefined) {
      const { commits = 0, newest = COMMIT_EPOCH_S } = findCommitsState(store) ?? {};
      this.#subjects = {
        commits,
        age: newest - COMMIT_EPOCH_S,
        weights: readCommitColumn(store, "weights"),
        starts: readCommitColumn(store, "starts"),
        touched: readCommitColumn(store, "touched"),
        lengths: readCommitColumn(store, "lengths"),
        documents: readCommitColumn(store, "documents"),
        listCommitsWith: (term) => listCommitsWithTerm(store, term),
      };
    }
    return this.#subjects;
  }

  /** Returns the names that the first `limit` documents define, in the order of their paths. */
  listDefinitions(limit: number): readonly DocumentDefinitions[] {
    if (limit > MAX_CACHED_DEFINITIONS) return listDefinitions(this.#store, limit);
    this.#definitions ??= listDefinitions(this.#store, MAX_CACHED_DEFINITIONS);
    return this.#definitions.slice(0, limit);
  }
}

const NO_VECTORS: VectorRows = { scales: new Float32Array(0), numbers: new Int8Array(0) };

/**
 * Returns the cached values of some keys, and the values that `read` returns for the other keys,
 * which are cached then.
 */
function readThrough<Key, Value>(
  cache: BoundedMap<Key, Value>,
  keys: readonly Key[],
  read: (missing: readonly Key[]) => Iterable<readonly [Key, Value]>,
): ReadonlyMap<Key, Value> {
  const found = new Map<Key, Value>();
  const missing: Key[] = [];
  for (const key of keys) {
    const value = cache.get(key);
    if (value === undefined) missing.push(key);
    else found.set(key, value);
  }
  if (missing.length === 0) return found;
  for (const [key, value] of read(missing)) {
    cache.set(key, value);
    found.set(key, value);
  }
  return found;
}
