import type { DocumentKind } from "@dossier/core";
import type { DocumentFacts } from "./documents.ts";
import type { Store } from "./open_store.ts";

const SELECT_NAMES = `SELECT id, path, kind, definitions, name_terms FROM documents
  WHERE id IN (SELECT value FROM json_each(?))`;
const SELECT_DEFINITIONS = "SELECT path, definitions FROM documents ORDER BY path LIMIT ?";
const SELECT_CALLED = `SELECT id, path FROM documents
  WHERE stem IN (SELECT value FROM json_each(?1)) OR folder IN (SELECT value FROM json_each(?1))`;

/** What of a document says how well it answers, beside its text. */
export interface DocumentNames {
  /** Row number. */
  readonly id: number;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Distinct names defined in it, one a line. */
  readonly definitions: string;
  /** The terms of the name by which it is known; see `encodeFileName` in core. */
  readonly nameTerms: string;
}

/** Returns the names of the documents with the given row numbers, in no order. */
export function listDocumentNames(store: Store, ids: readonly number[]): DocumentNames[] {
  const rows = store.statement(SELECT_NAMES).all(JSON.stringify(ids)) as unknown as [
    number,
    string,
    DocumentKind,
    string,
    string,
  ][];
  return rows.map(([id, path, kind, definitions, nameTerms]) => ({
    id,
    path,
    kind,
    definitions,
    nameTerms,
  }));
}

/** The names that a document defines. */
export type DocumentDefinitions = Pick<DocumentNames, "path" | "definitions">;

/** Returns the names that each of the first `limit` documents defines, in the order of their paths. */
export function listDefinitions(store: Store, limit: number): DocumentDefinitions[] {
  const rows = store.statement(SELECT_DEFINITIONS).all(limit) as unknown as [string, string][];
  return rows.map(([path, definitions]) => ({ path, definitions }));
}

/** Returns the documents that go by one of some names as `fileKeys` in core gives them, in no order. */
export function listDocumentsCalled(
  store: Store,
  keys: Iterable<string>,
): Pick<DocumentFacts, "id" | "path">[] {
  const rows = store.statement(SELECT_CALLED).all(JSON.stringify([...keys])) as unknown as [
    number,
    string,
  ][];
  return rows.map(([id, path]) => ({ id, path }));
}
