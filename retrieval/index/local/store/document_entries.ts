import type { DocumentKind } from "@dossier/core";
import type { Store } from "./open_store.ts";

/** A document in a list. */
export interface DocumentEntry {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Size in bytes. */
  readonly size: number;
  /** Last change in milliseconds since 1970. */
  readonly modified: number;
  /** How many chunks it is cut into. */
  readonly chunks: number;
  /** How many names are defined in it. */
  readonly definitions: number;
}

/** A folder in a list. */
export interface FolderEntry {
  /** Path relative to the root, with `/`, also at its end. */
  readonly path: string;
  /** Documents in it and below it. */
  readonly documents: number;
  /** Bytes of them. */
  readonly size: number;
}

/** A language and how many documents are written in it. */
export interface LanguageEntry {
  /** Lower-case language name. */
  readonly language: string;
  /** How many. */
  readonly documents: number;
}

/** Which documents are listed; what is empty lets all pass. */
export interface EntryFilter {
  /** Folder that they are in or below, with `/` at its end. */
  readonly folder: string;
  /** What their path holds, whatever the case of its letters in ASCII. */
  readonly text: string;
  /** What they are written in. */
  readonly language: string;
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

/** Returns how many documents match, by language, the most frequent first. */
export function countLanguages(store: Store, filter: EntryFilter): LanguageEntry[] {
  const rows = store.statement(COUNT_LANGUAGES).all({ ...filter });
  return (rows as unknown as [string, number][])
    .map(([language, documents]) => ({ language, documents }));
}

/** Returns the folders right below that of the filter in which documents match, in the order of paths. */
export function listFolders(store: Store, filter: EntryFilter): FolderEntry[] {
  const rows = store.statement(LIST_FOLDERS).all({ ...filter });
  return (rows as unknown as [string, number, number][])
    .map(([path, documents, size]) => ({ path, documents, size }));
}

/** Returns documents that match, in the order of their paths. */
export function listEntries(
  store: Store,
  filter: EntryFilter,
  { isDeep, after, limit }: {
    /** Whether those in folders of the folder are listed as well. */
    readonly isDeep: boolean;
    /** Only those with a later path. */
    readonly after: string;
    /** Most of them. */
    readonly limit: number;
  },
): DocumentEntry[] {
  const rows = store.statement(LIST).all({ ...filter, after, limit, deep: isDeep ? 1 : 0 });
  return (rows as unknown as [string, string, DocumentKind, number, number, number, number][])
    .map(([path, language, kind, size, modified, chunks, definitions]) => ({
      ...{ path, language, kind, size, modified, chunks, definitions },
    }));
}
