import type { DocumentKind } from "@dossier/core";
import type { DocumentChunk, DocumentFacts, HashedDocument, IndexView } from "@dossier/core/rank";

export type { DocumentChunk, DocumentFacts, HashedDocument };

/**
 * Read access to an index, wherever it is stored.
 *
 * An index returns numbers and rows and ranks nothing; see {@link IndexReader.withView}. Each
 * method takes many items at once, as an index may be at the other end of a network. Two calls may
 * read two states of the index, so values that must be of one state come from one call. Documents
 * are identified by numbers, which are valid as long as the document is in the index. Paths are
 * ordered by code points, as in UTF-8.
 *
 * `tests/conformance/index_reader.ts` checks the rules that each implementation follows.
 */
export interface IndexReader {
  /** Returns the size of the index and the time of its last update. */
  describe(): Promise<IndexState>;

  /**
   * Returns what `body` computes from one state of the index.
   *
   * @param body Pure function. A remote index may call it again, after fetching rows that it read.
   * @param options.readsVectors True when `body` compares vectors. @default false
   */
  withView<Result>(
    body: (view: IndexView) => Result,
    options?: { readonly readsVectors?: boolean },
  ): Promise<Result>;

  /** Returns the names that the first `limit` documents define, in the order of their paths. */
  listDefinitions(limit: number): Promise<readonly DocumentDefinitions[]>;

  /** Returns the documents at some paths, by path. Paths without a document are omitted. */
  findDocuments(paths: readonly string[]): Promise<ReadonlyMap<string, KnownDocument>>;

  /** Returns the documents with some numbers, by number. Unknown numbers are omitted. */
  readDocuments(ids: readonly number[]): Promise<ReadonlyMap<number, KnownDocument>>;

  /**
   * Returns the parts of the documents with some numbers, by number. Documents without parts are
   * omitted.
   */
  readParts(ids: readonly number[]): Promise<ReadonlyMap<number, KnownParts>>;

  /** Returns all documents that have parts, with their parts, in the order of their paths. */
  listOutlines(): Promise<readonly DocumentOutline[]>;

  /**
   * Returns paths, languages, kinds and hashes of the documents with some numbers, in no particular
   * order.
   */
  readFacts(ids: readonly number[]): Promise<readonly HashedDocument[]>;

  /**
   * Returns the hashes of the documents at some paths, by path. Paths without a document are
   * omitted.
   */
  findHashes(paths: readonly string[]): Promise<ReadonlyMap<string, DocumentHashes>>;

  /**
   * Returns the documents that have one of some keys, as `fileKeys()` of core makes them from
   * paths.
   */
  listByFileKeys(keys: Iterable<string>): Promise<readonly DocumentPath[]>;

  /** Returns those of the passed folders that contain documents, directly or in folders below. */
  listNonEmptyFolders(folders: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Returns the documents that are prose, in the order of their paths.
   *
   * @param folder Folder that contains them, directly or below, without a slash at its end. All
   * documents when empty.
   */
  listProse(folder: string): Promise<readonly ProseDocument[]>;

  /**
   * Returns the paths of the first `limit` documents whose files changed after a time, the most
   * recent change first.
   *
   * @param time In milliseconds since 1970.
   */
  listModified(time: number, limit: number): Promise<readonly string[]>;

  /** Returns a page of documents, with the folders and languages to choose from. */
  browse(request: BrowseRequest): Promise<DocumentPage>;

  /** Returns the files that were skipped because of their content: those at some paths, or all. */
  listSkipped(paths?: readonly string[]): Promise<readonly SkippedPath[]>;

  /** Returns the times of the commits that the index holds. */
  readCommits(): Promise<CommitTimes>;

  /** Returns what is known about the names and paths that a commit's tree had. */
  findPastNames(query: PastNamesQuery): Promise<KnownPastNames>;

  /**
   * Writes where a commit's tree had some names, unless the index has changed since they were read.
   *
   * @param version Version of the {@link KnownPastNames} that were read.
   */
  writePastNames(
    commit: string,
    found: ReadonlyMap<string, PastName>,
    version: string,
  ): Promise<void>;
}

/** Size of an index, and the time of its last update. */
export interface IndexState {
  readonly documents: number;
  readonly chunks: number;
  /** Number of immutable parts of the index. */
  readonly segments: number;
  /** Time of the last write, ISO 8601; undefined when nothing was written yet. */
  readonly updatedAt: string | undefined;
  /** True when the whole tree has been indexed once. */
  readonly isComplete: boolean;
}

/** Conditions that documents must meet to be proposed. Absent conditions are not checked. */
export interface DocumentFilter {
  /** Globs, one of which the path must match (`src/**`, `*.md` for a name in any folder). */
  readonly paths?: readonly string[];
  /** Languages, one of which the document must have, in any case. */
  readonly languages?: readonly string[];
  /** Kind that documents must have: program text or prose. */
  readonly kind?: DocumentKind;
  /** Paths of documents that pass regardless of their kind. */
  readonly pathsOfAnyKind?: ReadonlySet<string>;
}

/** Document as the index holds it. */
export interface KnownDocument extends HashedDocument {
  /** Size in bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modified: number;
  /** Chunks, in line order. */
  readonly chunks: readonly DocumentChunk[];
  /** Distinct names defined in the document, in line order. */
  readonly definitions: readonly string[];
}

/** Parts of a document as the index holds them. */
export interface KnownParts {
  /** SHA-256 of the document's bytes, hexadecimal. */
  readonly hash: string;
  /** Parts as `encodeParts()` of core writes them, with the lines of the text. */
  readonly encoded: string;
}

/** Document with its parts. */
export interface DocumentOutline extends DocumentFacts {
  /** Parts as `encodeParts()` of core writes them. */
  readonly encoded: string;
}

/** Number and path of a document. */
export type DocumentPath = Pick<DocumentFacts, "id" | "path">;

/** Document that is prose. */
export type ProseDocument = Omit<DocumentFacts, "kind">;

/** Names that a document defines. */
export interface DocumentDefinitions {
  readonly path: string;
  /** Distinct names, one per line. */
  readonly definitions: string;
}

/** Hashes of the bytes of a document. */
export interface DocumentHashes {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** Name of the bytes in git; see `blobId()`. */
  readonly blob: string;
}

/** File that was read and skipped because of its content. */
export interface SkippedPath {
  readonly path: string;
  /** Reason, as a short phrase. */
  readonly reason: string;
}

/** Conditions that documents of a page must meet. Empty ones are not checked. */
export interface BrowseFilter {
  /** Folder that contains the documents, directly or below, with `/` at its end. */
  readonly folder: string;
  /** Text that the path must contain; case of ASCII letters is ignored. */
  readonly text: string;
  readonly language: string;
}

/** Request for a page of documents. */
export interface BrowseRequest extends BrowseFilter {
  /** True when documents in nested folders are listed too, instead of the folders. */
  readonly isRecursive: boolean;
  /** Path after which the page starts; documents up to it are omitted. */
  readonly after: string;
  /** Maximum number of documents. */
  readonly limit: number;
}

/** Page of documents, as {@link IndexReader.browse} returns it. */
export interface DocumentPage {
  /**
   * Number of matching documents for each language, not only for the requested one; the most
   * frequent first.
   */
  readonly languages: readonly LanguageEntry[];
  /**
   * Folders directly in the folder of the filter that contain matching documents; empty for a
   * recursive page.
   */
  readonly folders: readonly FolderEntry[];
  /** Documents, in the order of their paths. */
  readonly documents: readonly DocumentEntry[];
}

/** Document in a list. */
export interface DocumentEntry {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Kind: program text or prose. */
  readonly kind: DocumentKind;
  /** Size in bytes. */
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modified: number;
  /** Number of chunks. */
  readonly chunks: number;
  /** Number of names defined in the document. */
  readonly definitions: number;
}

/** Folder in a list. */
export interface FolderEntry {
  /** Path relative to the root, with `/`, and `/` at its end. */
  readonly path: string;
  /** Number of documents in the folder and below. */
  readonly documents: number;
  /** Size of these documents in bytes. */
  readonly size: number;
}

/** Language with the number of documents written in it. */
export interface LanguageEntry {
  /** Lower-case language name. */
  readonly language: string;
  /** Number of documents. */
  readonly documents: number;
}

/** Times at which commits changed documents, in seconds since 1970. */
export interface CommitTimes {
  /** Time of the newest commit; undefined without commits. */
  readonly newest: number | undefined;
  /** Id of the newest commit; undefined without commits. */
  readonly tip: string | undefined;
  /**
   * Returns the time of the last commit that changed a document; undefined when no commit did. When
   * not all commits were read, a document without a commit counts as changed at the time of the
   * oldest commit that was read.
   */
  findLastChange(document: number): number | undefined;
  /**
   * Returns the number of commits after a time that changed some documents. Commits of very many
   * files, such as renames, reformatting and releases, do not count. The result is 1 when there are
   * only such commits.
   */
  countSince(documents: readonly number[], time: number): number;
  /**
   * Returns the id of the first commit made at a time or later, or of the newest commit when all
   * are older. Its tree contains the files that existed at that time, independent of other commits
   * of that time.
   */
  findCommitAtOrAfter(time: number): string | undefined;
}

/** File of a commit's tree: its path relative to the root, and its blob id in git. */
export type PastFile = readonly [path: string, blob: string];

/** Files of a commit's tree that had a name, as far as they were searched. */
export interface PastName {
  /** Number of the last change of the index when the name was searched. */
  readonly change: number;
  /** Files that had the name. Files that were the same in the index at that time may be absent. */
  readonly files: readonly PastFile[];
}

/** Request for names and paths that a commit's tree may have had. */
export interface PastNamesQuery {
  readonly commit: string;
  /** Names that are not in the code of the index. */
  readonly names: readonly string[];
  /** Paths that do not exist in the index. */
  readonly paths: readonly string[];
}

/** Knowledge of the index about names and paths in a commit's tree. */
export interface KnownPastNames {
  readonly found: ReadonlyMap<string, PastName>;
  /** True when no request to git is necessary. */
  readonly isCurrent: boolean;
  /**
   * True when all names were searched before, so that only the files in `changed` remain to be
   * searched.
   */
  readonly isSearched: boolean;
  readonly changed: readonly string[];
  readonly change: number;
  readonly version: string;
}
