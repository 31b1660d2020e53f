import type { DocumentKind } from "@dossier/core";
import type {
  CalledDocument,
  DocumentDefinitions,
  DocumentPlace,
  ProseDocument,
} from "../../index_reader.ts";
import type { Store } from "./open_store.ts";

const SELECT_NAMES = `SELECT id, path, kind, hash, definitions, name_terms FROM documents
  WHERE id IN (SELECT value FROM json_each(?))`;
const SELECT_DEFINITIONS = "SELECT path, definitions FROM documents ORDER BY path LIMIT ?";
const SELECT_CALLED = `SELECT id, path FROM documents
  WHERE stem IN (SELECT value FROM json_each(?1)) OR folder IN (SELECT value FROM json_each(?1))`;

/** Names and kind of a document. */
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

const SELECT_PROSE =
  "SELECT id, path, language FROM documents WHERE kind = 'document' ORDER BY path";
const SELECT_PROSE_BELOW = `SELECT id, path, language FROM documents
  WHERE kind = 'document' AND path > ? AND path < ? ORDER BY path`;

/**
 * Returns the documents that are read as prose, in the order of their paths.
 *
 * @param folder The folder that they are in or below, without a slash at its end; all when empty.
 */
export function listProseDocuments(store: Store, folder: string): ProseDocument[] {
  // "0" is the character after "/", so these are the paths that start with the folder's.
  const rows = folder === ""
    ? store.statement(SELECT_PROSE).all()
    : store.statement(SELECT_PROSE_BELOW).all(`${folder}/`, `${folder}0`);
  return (rows as unknown as [number, string, string][])
    .map(([id, path, language]) => ({ id, path, language }));
}
