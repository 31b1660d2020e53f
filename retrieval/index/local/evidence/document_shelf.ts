import { decodeFileName, pathKinds, type PoolFile } from "@dossier/core/rank";
import { BoundedMap } from "../../../machine/mod.ts";
import type { DocumentDefinitions, DocumentFacts } from "../../index_reader.ts";
import { SubjectField } from "../commits/score_subjects.ts";
import { listDefinitions, listDocumentNames } from "../store/document_lists.ts";
import { findDocument, listDocumentFacts, type StoredDocument } from "../store/documents.ts";
import { listNameVectors } from "../store/name_vectors.ts";
import type { Store } from "../store/open_store.ts";
import type { VectorRows } from "../store/vector_rows.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";

/** Documents whose definitions are kept at most; those of more are read again. */
const MAX_KEPT_DEFINITIONS = 2500;

/** Most of each kind that is kept, in about bytes: several thousand documents. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** About what an object takes that holds some short texts, in bytes. */
const OBJECT_BYTES = 200;

/** Names and kinds of a document, ready for comparing with a query. */
export type ShelvedNames = Omit<PoolFile, "file" | "document" | "firstChunk" | "endChunk">;

/**
 * What was read of the documents of an index in one state. A process that answers one question reads
 * each once; in one that answers many, most of what a question asks for is here.
 */
export class DocumentShelf {
  readonly snapshot: LexicalSnapshot;
  readonly #store: Store;
  readonly #documents = new BoundedMap<number, StoredDocument>({
    limit: MAX_KEPT_BYTES,
    weigh: ({ chunks, definitions }) => (chunks.length + definitions.length + 1) * OBJECT_BYTES,
  });
  readonly #names = new BoundedMap<number, ShelvedNames>({
    limit: MAX_KEPT_BYTES,
    weigh: ({ definitions }) => OBJECT_BYTES + definitions.length,
  });
  readonly #vectors = new BoundedMap<number, VectorRows>({
    limit: MAX_KEPT_BYTES,
    weigh: ({ numbers }) => OBJECT_BYTES + numbers.length,
  });
  #subjects: SubjectField | undefined;
  #facts: readonly DocumentFacts[] | undefined;
  #definitions: readonly DocumentDefinitions[] | undefined;

  /** Makes an empty shelf, to be asked in transactions of the same state as the snapshot only. */
  constructor(store: Store, snapshot: LexicalSnapshot) {
    this.#store = store;
    this.snapshot = snapshot;
  }

  find(id: number): StoredDocument | undefined {
    const known = this.#documents.get(id);
    if (known !== undefined) return known;
    const found = findDocument(this.#store, id);
    if (found !== undefined) this.#documents.set(id, found);
    return found;
  }

  /** Returns the names of the documents with the given row numbers, by those numbers. */
  namesOf(ids: readonly number[]): ReadonlyMap<number, ShelvedNames> {
    return readThrough(
      this.#names,
      ids,
      (missing) =>
        listDocumentNames(this.#store, missing).map(({ id, nameTerms, ...names }) => [
          id,
          { ...names, name: decodeFileName(nameTerms), kinds: pathKinds(names.path) },
        ]),
    );
  }

  /**
   * Returns the vectors of documents' names by the documents' row numbers; no rows for a document that
   * defines nothing.
   *
   * @param dimensions Of the index's model.
   */
  vectorsOf(ids: readonly number[], dimensions: number): ReadonlyMap<number, VectorRows> {
    return readThrough(this.#vectors, ids, (missing) => {
      const rows = listNameVectors(this.#store, missing, dimensions);
      return missing.map((id) => [id, rows.get(id) ?? NO_VECTORS]);
    });
  }

  get subjects(): SubjectField {
    return this.#subjects ??= new SubjectField(this.#store);
  }

  listFacts(): readonly DocumentFacts[] {
    return this.#facts ??= listDocumentFacts(this.#store);
  }

  /** Returns the label of a chunk of the snapshot; empty when it has none. */
  labelOf(chunk: number): string {
    const { fileOf, files: { documents, firstChunks } } = this.snapshot;
    const file = fileOf[chunk]!;
    return this.find(documents[file]!)?.chunks[chunk - firstChunks[file]!]?.label ?? "";
  }

  listDefinitions(limit: number): readonly DocumentDefinitions[] {
    if (limit > MAX_KEPT_DEFINITIONS) return listDefinitions(this.#store, limit);
    this.#definitions ??= listDefinitions(this.#store, MAX_KEPT_DEFINITIONS);
    return this.#definitions.slice(0, limit);
  }
}

const NO_VECTORS: VectorRows = { scales: new Float32Array(0), numbers: new Int8Array(0) };

/** Returns what is kept under some keys, with what `read` returns for the others, which is kept then. */
function readThrough<Value>(
  kept: BoundedMap<number, Value>,
  keys: readonly number[],
  read: (missing: readonly number[]) => Iterable<readonly [number, Value]>,
): ReadonlyMap<number, Value> {
  const found = new Map<number, Value>();
  const missing: number[] = [];
  for (const key of keys) {
    const value = kept.get(key);
    if (value === undefined) missing.push(key);
    else found.set(key, value);
  }
  if (missing.length === 0) return found;
  for (const [key, value] of read(missing)) {
    kept.set(key, value);
    found.set(key, value);
  }
  return found;
}
