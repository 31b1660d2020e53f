import { fileKeys } from "@dossier/core/text";
import type { Note } from "@dossier/core";
import type { TermCounts } from "@dossier/core/rank";
import { countDocumentTerms, type IndexReader, type ProseDocument } from "../../index/mod.ts";
import { type DocumentTree, readDesignDocument } from "./design_document.ts";

/** Location of design documents. */
export interface VaultPlace extends DocumentTree {
  /** Folder in the settings, relative to the root; empty for the whole tree. */
  readonly vault: string;
}

/** Extension of texts that are documents although their language is unknown. */
const TEXT_EXTENSION = ".txt";

/** Returns true when the name of a text document shows neither prose nor another language. */
export function hasNoKnownLanguage(
  { path, language }: Pick<ProseDocument, "path" | "language">,
): boolean {
  return language === "text" && !path.toLowerCase().endsWith(TEXT_EXTENSION);
}

/** Indexed design documents for a task. */
export class Vault {
  /** Documents, in the order of their paths. */
  readonly documents: readonly ProseDocument[];
  readonly #reader: IndexReader;
  readonly #tree: DocumentTree;
  readonly #texts = new Map<string, string | undefined>();

  /** Use {@link openVault}. */
  constructor(documents: readonly ProseDocument[], reader: IndexReader, tree: DocumentTree) {
    this.documents = documents;
    this.#reader = reader;
    this.#tree = tree;
  }

  /** Returns the frequencies of terms in the documents, by position in the list. */
  countTerms(terms: readonly string[]): Promise<TermCounts> {
    return countDocumentTerms(this.#reader, this.documents.map(({ id }) => id), terms);
  }

  /** Returns the documents with one of some names, as `fileKeys` in core returns them. */
  async listCalled(keys: Iterable<string>): Promise<readonly ProseDocument[]> {
    const byId = new Map(this.documents.map((document) => [document.id, document]));
    return (await this.#reader.listByFileKeys(keys)).flatMap(({ id }) => byId.get(id) ?? []);
  }

  /** Returns the current text at a path, read once, or `undefined` when it must not be read. */
  readText(path: string): string | undefined {
    if (!this.#texts.has(path)) {
      this.#texts.set(path, readDesignDocument(path, this.#tree)?.text);
    }
    return this.#texts.get(path);
  }
}

/**
 * Returns the visible design documents of a tree, or notes with the reason why there are none.
 *
 * Text of unknown language is a document only by its name: other texts are ignore lists, licences
 * and data. A setting that names no folder of the tree only removes the documents from an answer.
 */
export async function openVault(
  reader: IndexReader,
  place: VaultPlace,
): Promise<{ readonly vault?: Vault; readonly notes: readonly Note[] }> {
  const folder = findFolder(place);
  if (typeof folder !== "string") return { notes: [folder] };
  const documents = (await reader.listProse(folder)).filter(({ path, language }) =>
    !hasNoKnownLanguage({ path, language }) &&
    place.visibility.isVisible(path)
  );
  if (documents.length > 0) return { vault: new Vault(documents, reader, place), notes: [] };
  if (place.vault.trim() === "") return { notes: [] };
  const message = `No design documents are included as the vault contains none: "${place.vault}"`;
  return { notes: [{ code: "vault-empty", message }] };
}

/**
 * Returns a folder relative to the root, empty for the whole tree, or a note when there is no such
 * folder.
 */
function findFolder({ root, vault }: VaultPlace): string | Note {
  const refuse = (code: string, reason: string): Note => {
    const message = `No design documents are included from the vault as ${reason}: "${vault}"`;
    return { code, message };
  };
  const named = vault.trim();
  if (named === "") return "";
  try {
    const path = Deno.realPathSync(named.startsWith("/") ? named : `${root}/${named}`);
    if (path !== root && !path.startsWith(`${root}/`)) {
      return refuse("vault-outside-root", "it is outside the root");
    }
    if (!Deno.statSync(path).isDirectory) return refuse("vault-not-a-folder", "it is not a folder");
    return path.slice(root.length + 1);
  } catch {
    return refuse("vault-missing", "there is no such folder");
  }
}

/**
 * Compares documents by their depth in the vault, then by path: when a name matches several, the
 * first is meant.
 */
export function compareNearness(a: ProseDocument, b: ProseDocument): number {
  const byDepth = a.path.split("/").length - b.path.split("/").length;
  return byDepth || (a.path < b.path ? -1 : 1);
}

/** Returns documents by the names of their files. */
export function groupByFileKey(
  documents: readonly ProseDocument[],
): ReadonlyMap<string, readonly ProseDocument[]> {
  const groups = new Map<string, ProseDocument[]>();
  for (const document of documents) {
    for (const key of new Set(fileKeys(document.path))) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [document]);
      else group.push(document);
    }
  }
  return groups;
}
