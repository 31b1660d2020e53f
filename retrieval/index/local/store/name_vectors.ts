import { checksum, RetrievalError } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";
import { decodeVectorRows, encodeVectorRows, SCALE_BYTES, type VectorRows } from "./vector_rows.ts";

const SELECT = `SELECT document, data, sum FROM name_vectors
  WHERE document IN (SELECT value FROM json_each(?))`;
const SELECT_MISSING = `SELECT id, hash, definitions FROM documents
  WHERE definitions <> '' AND id NOT IN (SELECT document FROM name_vectors)
    AND segment NOT IN (SELECT segment FROM shared_segments WHERE head IS NOT NULL)`;
const UPSERT = `INSERT INTO name_vectors (document, data, sum) VALUES (?, ?, ?)
  ON CONFLICT (document) DO UPDATE SET data = excluded.data, sum = excluded.sum`;
const DELETE = "DELETE FROM name_vectors WHERE document = ?";

/**
 * Returns the vectors of the names of documents, by the row numbers of the documents. Each vector
 * has `dimensions` numbers.
 */
export function listNameVectors(
  store: Store,
  documents: readonly number[],
  dimensions: number,
): Map<number, VectorRows> {
  const rows = store.listRows<[number, Uint8Array, number]>(SELECT, JSON.stringify(documents));
  return new Map(rows.map(([document, data, sum]) => {
    checkRow(`the vectors of the names of document ${document}`, sum, document, data);
    const count = (data.length - 1) / (dimensions + SCALE_BYTES);
    const vectors = Number.isInteger(count) ? decodeVectorRows(data, count) : undefined;
    // A document has all of its vectors or none.
    if (vectors === undefined || vectors.scales.includes(NaN)) {
      throw new RetrievalError(
        "index-damaged",
        `Cannot read the vectors of the names of document ${document}`,
      );
    }
    return [document, vectors];
  }));
}

/** Writes the vectors of a document's names, replacing the current ones; undefined deletes them. */
export function writeNameVectors(
  store: Store,
  document: number,
  vectors: VectorRows | undefined,
): void {
  if (vectors === undefined) {
    store.statement(DELETE).run(document);
    return;
  }
  writeEncodedNames(store, document, encodeVectorRows(vectors));
}

/** Writes the vectors of a document's names in the encoding of another index. */
export function writeEncodedNames(store: Store, document: number, data: Uint8Array): void {
  store.statement(UPSERT).run(document, data, checksum(document, data));
}

/** Document that defines names without vectors. */
export interface UnembeddedNames {
  readonly document: number;
  /** SHA-256 of its bytes, hexadecimal. */
  readonly hash: string;
  /** Distinct names defined in it, in line order. */
  readonly definitions: readonly string[];
}

/** Returns the documents whose names have no vectors, neither here nor in a remote copy. */
export function listUnembeddedNames(store: Store): UnembeddedNames[] {
  return store.listRows<[number, string, string]>(SELECT_MISSING)
    .map(([document, hash, names]) => ({ document, hash, definitions: names.split("\n") }));
}
