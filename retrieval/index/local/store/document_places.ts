import type { DocumentKind } from "@dossier/core";
import type { DocumentPlace } from "../../index_reader.ts";
import type { Store } from "./open_store.ts";

const COLUMNS = "id, path, language, kind, hash";
const SELECT_PLACES = `SELECT ${COLUMNS} FROM documents
  WHERE id IN (SELECT value FROM json_each(?))`;
const SELECT_DEFINING = `${SELECT_PLACES}
  AND instr(char(10) || definitions || char(10), char(10) || ? || char(10)) > 0`;

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
