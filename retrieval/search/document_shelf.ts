import type { DocumentKind } from "@dossier/core";
import { decodeFileName, type NameTerms, type PathKind, pathKinds } from "@dossier/core/rank";
import { BoundedMap } from "../machine/mod.ts";
import { SubjectField } from "../index/local/commits/mod.ts";
import {
  type DocumentDefinitions,
  type DocumentFacts,
  findDocument,
  listDefinitions,
  listDocumentFacts,
  listDocumentNames,
  listNameVectors,
  type Store,
  type StoredDocument,
  type VectorRows,
} from "../index/mod.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";

/**
 * Documents whose names are compared with a misspelt one: to read those of 3,000 and compare them takes
 * a process that has just started 9 to 18 ms.
 */
const MAX_NAMED_DOCUMENTS = 2500;

/** Most of each kind that is kept, in about bytes: several thousand documents. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** About what an object takes that holds some short texts, in bytes. */
const OBJECT_BYTES = 200;

/** What of a document says how well it answers, beside its text, ready for comparing. */
export interface ShelvedNames {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Distinct names defined in it, one a line. */
  readonly definitions: string;
  /** The terms of the name by which it is known. */
  readonly name: NameTerms;
  /** The kinds that its path has. */
  readonly kinds: readonly PathKind[];
}

/**
 * What was read of the documents of an index in one state. A process that answers one question reads
 * each once; in one that answers many, most of what a question asks for is here.
 */
export class DocumentShelf {
  /** The state that it stands for. */
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

  /** Returns the document with row number `id`, or undefined. */
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

  /** Returns what the subjects of commits say of the documents. */
  get subjects(): SubjectField {
    return this.#subjects ??= new SubjectField(this.#store);
  }

  /** Returns path, language and kind of all documents. */
  listFacts(): readonly DocumentFacts[] {
    return this.#facts ??= listDocumentFacts(this.#store);
  }

  /** Returns what the first documents define, of which a misspelt name may be one. */
  listDefinitions(): readonly DocumentDefinitions[] {
    return this.#definitions ??= listDefinitions(this.#store, MAX_NAMED_DOCUMENTS);
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
