import type { DocumentKind } from "@dossier/core";
import type {
  BrowseFilter,
  BrowseRequest,
  DocumentEntry,
  FolderEntry,
  LanguageEntry,
} from "../../index_reader.ts";
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

/** Returns how many documents match, by language, the most frequent first. */
export function countLanguages(store: Store, filter: BrowseFilter): LanguageEntry[] {
  const rows = store.statement(COUNT_LANGUAGES).all({ ...filter });
  return (rows as unknown as [string, number][])
    .map(([language, documents]) => ({ language, documents }));
}

/** Returns the folders right below that of the filter in which documents match, in the order of paths. */
export function listFolders(store: Store, filter: BrowseFilter): FolderEntry[] {
  const rows = store.statement(LIST_FOLDERS).all({ ...filter });
  return (rows as unknown as [string, number, number][])
    .map(([path, documents, size]) => ({ path, documents, size }));
}

/** Returns documents that match, in the order of their paths. */
export function listEntries(
  store: Store,
  filter: BrowseFilter,
  { isDeep, after, limit }: Pick<BrowseRequest, "isDeep" | "after" | "limit">,
): DocumentEntry[] {
  const rows = store.statement(LIST).all({ ...filter, after, limit, deep: isDeep ? 1 : 0 });
  return (rows as unknown as [string, string, DocumentKind, number, number, number, number][])
    .map(([path, language, kind, size, modified, chunks, definitions]) => ({
      ...{ path, language, kind, size, modified, chunks, definitions },
    }));
}
