import type { DocumentKind } from "@dossier/core";
import type { BrowseRequest, DocumentPage } from "../../index_reader.ts";
import type { Store } from "./open_store.ts";

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

/** Returns a page of documents, and what folders and languages there are beside it. */
export function browseDocuments(store: Store, request: BrowseRequest): DocumentPage {
  const { isDeep, after, limit, ...filter } = request;
  const languages = store.statement(COUNT_LANGUAGES).all({ ...filter, language: "" });
  const folders = isDeep ? [] : store.statement(LIST_FOLDERS).all({ ...filter });
  const documents = store.statement(LIST).all({ ...filter, after, limit, deep: isDeep ? 1 : 0 });
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
