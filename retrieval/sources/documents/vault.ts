import type { LexicalSnapshot } from "../../search/mod.ts";
import {
  listDocumentsCalled,
  listProseDocuments,
  type ProseDocument,
  type Store,
} from "../../index/mod.ts";
import { DocumentField } from "./document_field.ts";

/** The design documents that a task may be given, as the index has them. */
export interface Vault {
  /** In code unit order of their paths. */
  readonly documents: readonly ProseDocument[];
  /** Their words. */
  readonly field: DocumentField;
  /** Returns the documents that go by one of some names as `fileKeys` in core gives them. */
  readonly listCalled: (keys: Iterable<string>) => readonly ProseDocument[];
  /** Returns the document at a path. */
  readonly findAt: (path: string) => ProseDocument | undefined;
}

/** Extension of the texts that are documents although their language is not known. */
const TEXT_EXTENSION = ".txt";

/**
 * Returns the documents below a folder, to be used in the transaction that the snapshot was read in.
 *
 * Text of no known language is a document when its name says so: others are lists of what to ignore,
 * licences and data.
 *
 * @param folder Path relative to the root without a slash at its end; empty for all of the tree.
 * @param isServed Returns whether the document at a path may be proposed at all.
 */
export function openVault(
  store: Store,
  folder: string,
  { snapshot, isServed }: {
    readonly snapshot: LexicalSnapshot;
    readonly isServed: (path: string) => boolean;
  },
): Vault {
  const documents = listProseDocuments(store, folder).filter(({ path, language }) =>
    (language !== "text" || path.toLowerCase().endsWith(TEXT_EXTENSION)) && isServed(path)
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return {
    documents,
    field: new DocumentField(store, snapshot, [...byId.keys()]),
    listCalled: (keys) => listDocumentsCalled(store, keys).flatMap(({ id }) => byId.get(id) ?? []),
    findAt: (path) => byPath.get(path),
  };
}

/**
 * Orders documents by how near they are to the top of their vault, then by path: where a name fits
 * several, the first is meant.
 */
export function compareNearness(a: ProseDocument, b: ProseDocument): number {
  const byDepth = a.path.split("/").length - b.path.split("/").length;
  return byDepth || (a.path < b.path ? -1 : 1);
}
