import type { DocumentKind } from "@dossier/core";
import type { Store } from "./open_store.ts";

const COLUMNS = "id, path, language, kind, hash";
const SELECT_PLACES = `SELECT ${COLUMNS} FROM documents
  WHERE id IN (SELECT value FROM json_each(?))`;
const SELECT_DEFINING = `${SELECT_PLACES}
  AND instr(char(10) || definitions || char(10), char(10) || ? || char(10)) > 0`;

/** What tells a document's text and what it is. */
export interface DocumentPlace {
  /** Row number. */
  readonly id: number;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
}

type Row = [id: number, path: string, language: string, kind: DocumentKind, hash: string];

/** Returns the documents with the given row numbers, in no order. */
export function listDocumentPlaces(store: Store, ids: readonly number[]): DocumentPlace[] {
  return toPlaces(store.statement(SELECT_PLACES).all(JSON.stringify(ids)));
}

/** Returns those of the documents with the given row numbers that define `name`, in no order. */
export function listDefiningDocuments(
  store: Store,
  ids: readonly number[],
  name: string,
): DocumentPlace[] {
  return toPlaces(store.statement(SELECT_DEFINING).all(JSON.stringify(ids), name));
}

function toPlaces(rows: unknown): DocumentPlace[] {
  return (rows as Row[]).map(([id, path, language, kind, hash]) => ({
    id,
    path,
    language,
    kind,
    hash,
  }));
}
