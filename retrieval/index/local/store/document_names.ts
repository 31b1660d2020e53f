import type { DocumentKind } from "@dossier/core";
import type { CalledDocument, DocumentDefinitions } from "../../index_reader.ts";
import type { Store } from "./open_store.ts";

const SELECT_NAMES = `SELECT id, path, kind, hash, definitions, name_terms FROM documents
  WHERE id IN (SELECT value FROM json_each(?))`;
const SELECT_DEFINITIONS = "SELECT path, definitions FROM documents ORDER BY path LIMIT ?";
const SELECT_CALLED = `SELECT id, path FROM documents
  WHERE stem IN (SELECT value FROM json_each(?1)) OR folder IN (SELECT value FROM json_each(?1))`;

/** What of a document says how well it answers, beside its text. */
export interface DocumentNames extends DocumentDefinitions {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly hash: string;
  /** The terms of the name by which it is known; see `encodeFileName` in core. */
  readonly nameTerms: string;
}

/** Returns the names of the documents with the given row numbers, in no order. */
export function listDocumentNames(store: Store, ids: readonly number[]): DocumentNames[] {
  const rows = store.statement(SELECT_NAMES).all(JSON.stringify(ids)) as unknown as [
    ...[id: number, path: string, kind: DocumentKind, hash: string],
    ...[definitions: string, nameTerms: string],
  ][];
  return rows.map((row) => ({
    ...{ id: row[0], path: row[1], kind: row[2], hash: row[3] },
    ...{ definitions: row[4], nameTerms: row[5] },
  }));
}

/** Returns the names that each of the first `limit` documents defines, in the order of their paths. */
export function listDefinitions(store: Store, limit: number): DocumentDefinitions[] {
  const rows = store.statement(SELECT_DEFINITIONS).all(limit) as unknown as [string, string][];
  return rows.map(([path, definitions]) => ({ path, definitions }));
}

/** Returns the documents that go by one of some names as `fileKeys` in core gives them, in no order. */
export function listDocumentsCalled(
  store: Store,
  keys: Iterable<string>,
): CalledDocument[] {
  const rows = store.statement(SELECT_CALLED).all(JSON.stringify([...keys])) as unknown as [
    number,
    string,
  ][];
  return rows.map(([id, path]) => ({ id, path }));
}
