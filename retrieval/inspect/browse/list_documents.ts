import type { Lease } from "../../lease/mod.ts";
import type { DocumentEntry, FolderEntry, LanguageEntry } from "../../index/mod.ts";

/** Options of {@link listDocuments}. */
export interface ListDocumentsOptions {
  /**
   * Folder of the documents, relative to the root, with or without a trailing `/`. @default the
   * root
   */
  readonly folder?: string | undefined;
  /**
   * Text that their path contains. With it, or with a language, documents in all folders below are
   * listed.
   */
  readonly text?: string | undefined;
  /** Language of the documents. */
  readonly language?: string | undefined;
  /** Path that the paths of the documents follow. */
  readonly after?: string | undefined;
  /** Maximum number of documents. @default 100 */
  readonly limit?: number | undefined;
}

/** Documents of a folder, or those that a filter finds. */
export interface DocumentListing {
  /** Number of matching documents in the folder and below it. */
  readonly total: number;
  /** Languages of these documents, the most frequent first. */
  readonly languages: readonly LanguageEntry[];
  /** Folders in the folder; empty when a filter finds documents in any folder. */
  readonly folders: readonly FolderEntry[];
  /** Documents, in the order of their paths. */
  readonly documents: readonly DocumentEntry[];
  /** True when there are further documents. */
  readonly hasMore: boolean;
}

/** Default number of documents in a list. */
const DEFAULT_LIMIT = 100;

/** Returns documents of the current index, without those that newer rules exclude. */
export async function listDocuments(
  { indexed: { reader }, visibility }: Pick<Lease, "indexed" | "visibility">,
  { folder = "", text = "", language = "", after = "", limit = DEFAULT_LIMIT }:
    ListDocumentsOptions,
): Promise<DocumentListing> {
  const filter = { folder: folder === "" || folder.endsWith("/") ? folder : `${folder}/`, text };
  const isServed = ({ path }: { readonly path: string }) => visibility.isVisible(path);
  const isRecursive = text !== "" || language !== "";
  const { languages, folders, documents: found } = await reader.browse({
    ...filter,
    language,
    isRecursive,
    after,
    limit: limit + 1,
  });
  return {
    total: languages.filter((entry) => language === "" || entry.language === language)
      .reduce((sum, { documents }) => sum + documents, 0),
    languages,
    folders: folders.filter(isServed),
    documents: found.slice(0, limit).filter(isServed),
    hasMore: found.length > limit,
  };
}
