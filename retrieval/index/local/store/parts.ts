import type { DocumentKind } from "@dossier/core";
import type { DocumentOutline, KnownParts } from "../../index_reader.ts";
import { checksum } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";

const SELECT = `SELECT document, hash, data, parts.sum FROM parts JOIN documents ON id = document
  WHERE document IN (SELECT value FROM json_each(?))`;
const SELECT_OUTLINES = `SELECT id, path, language, kind, data, parts.sum FROM documents
  JOIN parts ON document = id ORDER BY path`;
const UPSERT = `INSERT INTO parts (document, data, sum) VALUES (?, ?, ?)
  ON CONFLICT (document) DO UPDATE SET data = excluded.data, sum = excluded.sum`;
const DELETE = "DELETE FROM parts WHERE document = ?";

/** Returns the parts of documents by row number. Documents without parts are omitted. */
export function listParts(store: Store, documents: readonly number[]): Map<number, KnownParts> {
  const rows = store.listRows<[number, string, string, number]>(SELECT, JSON.stringify(documents));
  return new Map(rows.map(([document, hash, encoded, sum]) => {
    checkRow(`the parts of document ${document}`, sum, document, encoded);
    return [document, { hash, encoded }];
  }));
}

/** Returns the documents that have parts, with their parts, in the order of their paths. */
export function listOutlines(store: Store): DocumentOutline[] {
  return store.listRows<[number, string, string, DocumentKind, string, number]>(SELECT_OUTLINES)
    .map(([id, path, language, kind, encoded, sum]) => {
      checkRow(`the parts of "${path}"`, sum, id, encoded);
      return { id, path, language, kind, encoded };
    });
}

/** Writes the parts of a document, replacing the current ones; undefined deletes them. */
export function writeParts(store: Store, document: number, encoded: string | undefined): void {
  if (encoded === undefined) store.statement(DELETE).run(document);
  else store.statement(UPSERT).run(document, encoded, checksum(document, encoded));
}
