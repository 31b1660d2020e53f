import type { KnownParts } from "../../index_reader.ts";
import { checksum } from "./checksum.ts";
import type { Store } from "./open_store.ts";

const SELECT = `SELECT document, hash, data FROM parts JOIN documents ON id = document
  WHERE document IN (SELECT value FROM json_each(?))`;
const UPSERT = `INSERT INTO parts (document, data, sum) VALUES (?, ?, ?)
  ON CONFLICT (document) DO UPDATE SET data = excluded.data, sum = excluded.sum`;
const DELETE = "DELETE FROM parts WHERE document = ?";

/** Returns the parts of documents by the documents' row numbers; others are left out. */
export function listParts(store: Store, documents: readonly number[]): Map<number, KnownParts> {
  const rows = store.listRows<[number, string, string]>(SELECT, JSON.stringify(documents));
  return new Map(rows.map(([document, hash, encoded]) => [document, { hash, encoded }]));
}

/** Writes the parts of a document in place of those there are; undefined removes them. */
export function writeParts(store: Store, document: number, encoded: string | undefined): void {
  if (encoded === undefined) store.statement(DELETE).run(document);
  else store.statement(UPSERT).run(document, encoded, checksum(document, encoded));
}
