import type { DocumentKind } from "@dossier/core";
import type { DocumentChunk, DocumentFacts, HashedDocument, IndexView } from "@dossier/core/rank";

export type { DocumentChunk, DocumentFacts, HashedDocument };

/**
 * Everything that an answer asks of an index, wherever that is.
 *
 * It gives numbers and rows, and ranks nothing: see {@link IndexReader.withView}. Each method answers for many at once, as
 * an index may be at the other end of a network. Two calls may see two states of the index; what must be of one state
 * comes from one call. Documents go by numbers,
 * which stand for a document as long as it is in the index. The order of paths is that of their code
 * points, as it is in UTF-8.
 *
 * An implementation keeps the rules that `tests/conformance/index_reader.ts` checks.
 */
export interface IndexReader {
  /** Returns what the index holds, and how fresh it is. */
  describe(): Promise<IndexState>;

  /**
   * Returns what `body` makes of the index in one state.
   *
   * @param body Pure: an index at the other end of a network may run it again when it has what `body` asked for.
   * @param options.readsVectors Whether `body` compares vectors. @default false
   */
  withView<Result>(
    body: (view: IndexView) => Result,
    options?: { readonly readsVectors?: boolean },
  ): Promise<Result>;

  /** Returns the names that the first `limit` documents define, in the order of their paths. */
  listDefinitions(limit: number): Promise<readonly DocumentDefinitions[]>;

  /** Returns the documents at some paths, by path; others are left out. */
  findDocuments(paths: readonly string[]): Promise<ReadonlyMap<string, KnownDocument>>;

  /** Returns the documents with some numbers, by number; others are left out. */
  readDocuments(ids: readonly number[]): Promise<ReadonlyMap<number, KnownDocument>>;

  /** Returns the parts of the documents with some numbers, by number; those without any are left out. */
  readParts(ids: readonly number[]): Promise<ReadonlyMap<number, KnownParts>>;

  /** Returns all documents that have parts, with them, in the order of their paths. */
  listOutlines(): Promise<readonly DocumentOutline[]>;

  /** Returns paths, languages and kinds of the documents with some numbers, in no order. */
  readFacts(ids: readonly number[]): Promise<readonly HashedDocument[]>;

  /** Returns the hashes of the documents at some paths, by path; others are left out. */
  findHashes(paths: readonly string[]): Promise<ReadonlyMap<string, DocumentHashes>>;

  /** Returns the documents that go by one of some names as `fileKeys` in core gives them. */
  listByFileKeys(keys: Iterable<string>): Promise<readonly DocumentPath[]>;

  /** Returns those of some folders in or below which there are documents. */
  listNonEmptyFolders(folders: readonly string[]): Promise<ReadonlySet<string>>;

  /**
   * Returns the documents that are read as prose, in the order of their paths.
   *
   * @param folder The folder that they are in or below, without a slash at its end; all when empty.
   */
  listProse(folder: string): Promise<readonly ProseDocument[]>;

  /**
   * Returns the paths of the first `limit` documents whose files were changed after a time, the last changed first.
   *
   * @param time In milliseconds since 1970.
   */
  listModified(time: number, limit: number): Promise<readonly string[]>;

  /** Returns a page of documents, and what folders and languages there are beside it. */
  browse(request: BrowseRequest): Promise<DocumentPage>;

  /** Returns the files that were left out for what they hold: those at some paths, or all. */
  listSkipped(paths?: readonly string[]): Promise<readonly SkippedPath[]>;

  /** Returns the commits as the index keeps them. */
  readCommits(): Promise<CommitTimes>;

  /** Returns what is known of where a commit's tree had some names and paths. */
  findPastNames(query: PastNamesQuery): Promise<KnownPastNames>;

  /**
   * Keeps where a commit's tree had some names, unless the index has changed since they were recalled.
   *
   * @param version Of the {@link KnownPastNames} that was looked up.
   */
  writePastNames(
    commit: string,
    found: ReadonlyMap<string, PastName>,
    version: string,
  ): Promise<void>;
}

/** The size of an index, and how fresh it is. */
export interface IndexState {
  readonly documents: number;
  readonly chunks: number;
  /** Immutable parts that it is made of. */
  readonly segments: number;
  /** When it was written last, ISO 8601; undefined when it never was. */
  readonly updatedAt: string | undefined;
  /** Whether the whole tree has been indexed once. */
  readonly isComplete: boolean;
}

/** Which documents may be proposed; what is left out does not narrow the choice. */
export interface DocumentFilter {
  /** Globs, one of which the path must match (`src/**`, `*.md` for a name in any folder). */
  readonly paths?: readonly string[];
  /** Languages, one of which the document must have. */
  readonly languages?: readonly string[];
  /** Program text or prose only. */
  readonly kind?: DocumentKind;
  /** Paths of documents that pass whatever kind they are of. */
  readonly pathsOfAnyKind?: ReadonlySet<string>;
}

/** A document as an index has it. */
export interface KnownDocument extends HashedDocument {
  /** In bytes. */
  readonly size: number;
  /** Last change in milliseconds since 1970. */
  readonly modified: number;
  /** In line order. */
  readonly chunks: readonly DocumentChunk[];
  /** Distinct names defined in it, in line order. */
  readonly definitions: readonly string[];
}

/** The parts of a document as an index has it. */
export interface KnownParts {
  /** SHA-256 of the document's bytes, hexadecimal. */
  readonly hash: string;
  /** As `encodeParts` in core writes them with the lines of the text. */
  readonly encoded: string;
}

/** A document with its parts. */
export interface DocumentOutline extends DocumentFacts {
  /** As `encodeParts` in core writes them. */
  readonly encoded: string;
}

/** A document that goes by an asked name. */
export type DocumentPath = Pick<DocumentFacts, "id" | "path">;

/** A document of prose. */
export type ProseDocument = Omit<DocumentFacts, "kind">;

/** The names that a document defines. */
export interface DocumentDefinitions {
  readonly path: string;
  /** Distinct names, one a line. */
  readonly definitions: string;
}

/** Hashes of the bytes of a document. */
export interface DocumentHashes {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  /** The name that git has for the bytes; see `blobId`. */
  readonly blob: string;
}

/** A file that was looked at and left out for what it holds. */
export interface SkippedPath {
  readonly path: string;
  /** Why, as one short phrase. */
  readonly reason: string;
}

/** Which documents a page shows; what is empty lets all pass. */
export interface BrowseFilter {
  /** Folder that they are in or below, with `/` at its end. */
  readonly folder: string;
  /** A part of their path, whatever the case of its letters in ASCII. */
  readonly text: string;
  readonly language: string;
}

/** A page of documents. */
export interface BrowseRequest extends BrowseFilter {
  /** Whether those in folders of the folder are listed as well, and no folders. */
  readonly isRecursive: boolean;
  /** Only documents with a later path. */
  readonly after: string;
  /** Most documents. */
  readonly limit: number;
}

/** What {@link IndexReader.browse} returns. */
export interface DocumentPage {
  /** How many documents match in each language, whatever the language asked for; the most frequent first. */
  readonly languages: readonly LanguageEntry[];
  /** Folders right below that of the filter in which documents match; none for a deep page. */
  readonly folders: readonly FolderEntry[];
  /** In the order of their paths. */
  readonly documents: readonly DocumentEntry[];
}

/** A document in a list. */
export interface DocumentEntry {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** In bytes. */
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

/** When commits changed documents; times are in seconds since 1970. */
export interface CommitTimes {
  /** When the newest commit was made; undefined without commits. */
  readonly newest: number | undefined;
  /** Name of the newest commit; undefined without commits. */
  readonly tip: string | undefined;
  /**
   * Returns when a commit changed a document last; undefined when none did. Where there are older commits
   * than were read, a document without a commit was changed before all that were.
   */
  findLastChange(document: number): number | undefined;
  /**
   * Returns how many commits changed some documents after a time. Those that touched very many files, as renamings,
   * reformattings and releases do, are not counted, but where there are no others it is 1.
   */
  countSince(documents: readonly number[], time: number): number;
  /**
   * Returns the name of the first commit made at a time or later, or of the newest where there is none: its
   * tree has what was there at that time, whatever other commits were made then.
   */
  findCommitAtOrAfter(time: number): string | undefined;
}

/** A file of a commit's tree: its path, relative to the root, and what git calls its bytes. */
export type PastFile = readonly [path: string, blob: string];

/** Where a commit's tree had a name, as far as it was looked for. */
export interface PastName {
  /** The change of the index that was last when it was looked for. */
  readonly change: number;
  /** Files that had it; of those that the index had unchanged then, there may be more. */
  readonly files: readonly PastFile[];
}

/** Names and paths that a commit's tree may have had. */
export interface PastNamesQuery {
  readonly commit: string;
  /** Names that the code of the index does not have. */
  readonly names: readonly string[];
  /** Paths that lead to nothing in the index. */
  readonly paths: readonly string[];
}

/** What an index knows of names and paths in a commit's tree. */
export interface KnownPastNames {
  readonly found: ReadonlyMap<string, PastName>;
  /** Whether there is nothing to ask git. */
  readonly isCurrent: boolean;
  /** Whether all names were looked for before, so that only `changed` has to be looked through. */
  readonly isSearched: boolean;
  readonly changed: readonly string[];
  readonly change: number;
  readonly version: string;
}
