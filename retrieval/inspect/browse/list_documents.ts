import type { Lease } from "../../lease/mod.ts";
import type { DocumentEntry, FolderEntry, LanguageEntry } from "../../index/mod.ts";

/** Which documents of an index are listed. */
export interface ListDocumentsOptions {
  /** Folder that they are in, relative to the root, with or without `/` at its end. @default the root */
  readonly folder?: string | undefined;
  /** What their path holds. With it, or with a language, those in all folders below are listed. */
  readonly text?: string | undefined;
  /** What they are written in. */
  readonly language?: string | undefined;
  /** Only those whose path comes after this one. */
  readonly after?: string | undefined;
  /** Most documents. @default 100 */
  readonly limit?: number | undefined;
}

/** Documents of an index, as a folder shows them or as a filter finds them. */
export interface DocumentListing {
  /** How many match in the folder and below it. */
  readonly total: number;
  /** The languages of these, the most frequent first. */
  readonly languages: readonly LanguageEntry[];
  /** The folders in the folder; none where a filter finds documents wherever they are. */
  readonly folders: readonly FolderEntry[];
  /** The documents, in the order of their paths. */
  readonly documents: readonly DocumentEntry[];
  /** Whether there are further ones. */
  readonly hasMore: boolean;
}

/** Documents of a list by default. */
const DEFAULT_LIMIT = 100;

/** Returns documents of the index as it is; what a rule leaves out by now is not among them. */
export async function listDocuments(
  { indexed: { reader }, visibility }: Pick<Lease, "indexed" | "visibility">,
  { folder = "", text = "", language = "", after = "", limit = DEFAULT_LIMIT }:
    ListDocumentsOptions,
): Promise<DocumentListing> {
  const filter = { folder: folder === "" || folder.endsWith("/") ? folder : `${folder}/`, text };
  const isServed = ({ path }: { readonly path: string }) => visibility.shows(path);
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
