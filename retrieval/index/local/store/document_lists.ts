import type { DocumentKind } from "@dossier/core";
import type {
  BrowseRequest,
  DocumentDefinitions,
  DocumentPage,
  DocumentPath,
  HashedDocument,
  ProseDocument,
} from "../../index_reader.ts";
import { checkRow } from "./check_row.ts";
import type { StoredDocument } from "./documents.ts";
import type { Store } from "./open_store.ts";

const SELECT_NAMES = `SELECT id, path, kind, hash, definitions, name_terms, names_sum FROM documents
  WHERE id IN (SELECT value FROM json_each(?))`;
const SELECT_IDS = "SELECT id FROM documents ORDER BY path";
const SELECT_DEFINITIONS = "SELECT path, definitions FROM documents ORDER BY path LIMIT ?";
const SELECT_BY_FILE_KEYS = `SELECT id, path FROM documents
  WHERE stem IN (SELECT value FROM json_each(?1)) OR folder IN (SELECT value FROM json_each(?1))`;
const SELECT_FACTS = `SELECT id, path, language, kind, hash FROM documents
  WHERE id IN (SELECT value FROM json_each(?))`;
const SELECT_DEFINING = `${SELECT_FACTS}
  AND instr(char(10) || definitions || char(10), char(10) || ? || char(10)) > 0`;
const SELECT_PROSE =
  "SELECT id, path, language FROM documents WHERE kind = 'document' ORDER BY path";
const SELECT_PROSE_BELOW = `SELECT id, path, language FROM documents
  WHERE kind = 'document' AND path > ? AND path < ? ORDER BY path`;
const SELECT_MODIFIED =
  "SELECT path FROM documents WHERE modified > ? ORDER BY modified DESC, path LIMIT ?";

/** Names and kind of a document. */
export type DocumentNames =
  & DocumentDefinitions
  & Pick<StoredDocument, "id" | "kind" | "hash" | "nameTerms">;

/**
 * Returns the names of the documents with the given row numbers, in no particular order.
 *
 * @throws {RetrievalError} `index-damaged` when a row is not as it was written.
 */
export function listDocumentNames(store: Store, ids: readonly number[]): DocumentNames[] {
  const rows = store.listRows<[number, string, DocumentKind, string, string, string, number]>(
    SELECT_NAMES,
    JSON.stringify(ids),
  );
  return rows.map(([id, path, kind, hash, definitions, nameTerms, sum]) => {
    checkRow(`the names of "${path}"`, sum, path, kind, hash, definitions, nameTerms);
    return { id, path, kind, hash, definitions, nameTerms };
  });
}

/** Returns the row numbers of all documents, in the order of their paths. */
export function listIdsByPath(store: Store): number[] {
  return store.listRows<[number]>(SELECT_IDS).map(([id]) => id);
}

/**
 * Returns the names defined by each of the first `limit` documents, in the order of their paths.
 */
export function listDefinitions(store: Store, limit: number): DocumentDefinitions[] {
  return store.listRows<[string, string]>(SELECT_DEFINITIONS, limit)
    .map(([path, definitions]) => ({ path, definitions }));
}

/**
 * Returns the documents that have one of some keys, as `fileKeys()` of core makes them, in no
 * particular order.
 */
export function listDocumentsByFileKeys(store: Store, keys: Iterable<string>): DocumentPath[] {
  return store.listRows<[number, string]>(SELECT_BY_FILE_KEYS, JSON.stringify([...keys]))
    .map(([id, path]) => ({ id, path }));
}

type FactsRow = [id: number, path: string, language: string, kind: DocumentKind, hash: string];

function toFacts([id, path, language, kind, hash]: FactsRow): HashedDocument {
  return { id, path, language, kind, hash };
}

/** Returns facts and hashes of the documents with the given row numbers, in no particular order. */
export function findDocumentFacts(store: Store, ids: readonly number[]): HashedDocument[] {
  return store.listRows<FactsRow>(SELECT_FACTS, JSON.stringify(ids)).map(toFacts);
}

/**
 * Returns those documents with the given row numbers that define `name`, in no particular order.
 */
export function listDefiningDocuments(
  store: Store,
  ids: readonly number[],
  name: string,
): HashedDocument[] {
  return store.listRows<FactsRow>(SELECT_DEFINING, JSON.stringify(ids), name).map(toFacts);
}

/**
 * Returns the documents that are prose, in the order of their paths.
 *
 * @param folder Folder that contains them, directly or below, without a slash at its end. All
 * documents when empty.
 */
export function listProseDocuments(store: Store, folder: string): ProseDocument[] {
  // "0" is the character after "/", so the range contains the paths in the folder.
  const rows = folder === ""
    ? store.listRows<[number, string, string]>(SELECT_PROSE)
    : store.listRows<[number, string, string]>(SELECT_PROSE_BELOW, `${folder}/`, `${folder}0`);
  return rows.map(([id, path, language]) => ({ id, path, language }));
}

/**
 * Returns the first `limit` documents whose files changed after a time, the most recent change
 * first.
 */
export function listModifiedPaths(store: Store, time: number, limit: number): string[] {
  return store.listRows<[string]>(SELECT_MODIFIED, time, limit).map(([path]) => path);
}

const MATCHES = `substr(path, 1, length(:folder)) = :folder AND path >= :folder
  AND (:text = '' OR instr(lower(path), lower(:text)) > 0)
  AND (:language = '' OR language = :language)`;
const COUNT_LANGUAGES = `SELECT language, count(*) FROM documents WHERE ${MATCHES} GROUP BY language
  ORDER BY count(*) DESC, language`;
const LIST = `SELECT path, language, kind, size, modified, json_array_length(chunks),
    CASE definitions WHEN '' THEN 0
      ELSE length(definitions) - length(replace(definitions, char(10), '')) + 1 END
  FROM documents WHERE ${MATCHES} AND path > :after
    AND (:deep OR instr(substr(path, length(:folder) + 1), '/') = 0)
  ORDER BY path LIMIT :limit`;
const LIST_FOLDERS = `SELECT
    substr(path, 1, length(:folder) + instr(substr(path, length(:folder) + 1), '/')) AS child,
    count(*), sum(size)
  FROM documents WHERE ${MATCHES} AND instr(substr(path, length(:folder) + 1), '/') > 0
  GROUP BY child ORDER BY child`;

/** Returns a page of documents, with the folders and languages to choose from. */
export function browseDocuments(store: Store, request: BrowseRequest): DocumentPage {
  const { isRecursive, after, limit, ...filter } = request;
  const languages = store.statement(COUNT_LANGUAGES).all({ ...filter, language: "" });
  const folders = isRecursive ? [] : store.statement(LIST_FOLDERS).all({ ...filter });
  const documents = store.statement(LIST).all({
    ...filter,
    after,
    limit,
    deep: isRecursive ? 1 : 0,
  });
  return {
    languages: (languages as unknown as [string, number][])
      .map(([language, documents]) => ({ language, documents })),
    folders: (folders as unknown as [string, number, number][])
      .map(([path, documents, size]) => ({ path, documents, size })),
    documents:
      (documents as unknown as [string, string, DocumentKind, number, number, number, number][])
        .map(([path, language, kind, size, modified, chunks, definitions]) => (
          { path, language, kind, size, modified, chunks, definitions }
        )),
  };
}
