import { fileKeys } from "@dossier/core/text";
import type { Note } from "@dossier/core";
import type { TermCounts } from "@dossier/core/rank";
import { countDocumentTerms, type IndexReader, type ProseDocument } from "../../index/mod.ts";
import { type DocumentTree, readDesignDocument } from "./design_document.ts";

/** Where design documents are. */
export interface VaultPlace extends DocumentTree {
  /** Their folder as the settings name it, relative to the root; empty for all of the tree. */
  readonly vault: string;
}

/** Extension of the texts that are documents although their language is not known. */
const TEXT_EXTENSION = ".txt";

/** Returns whether a document is text whose name says neither that it is prose nor what else it is. */
export function hasNoKnownLanguage(
  { path, language }: Pick<ProseDocument, "path" | "language">,
): boolean {
  return language === "text" && !path.toLowerCase().endsWith(TEXT_EXTENSION);
}

/** The design documents that a task may be given, as the index has them. */
export class Vault {
  /** In the order of their paths. */
  readonly documents: readonly ProseDocument[];
  readonly #reader: IndexReader;
  readonly #tree: DocumentTree;
  readonly #texts = new Map<string, string | undefined>();

  /** Takes documents of the index of a tree; see {@link openVault}. */
  constructor(documents: readonly ProseDocument[], reader: IndexReader, tree: DocumentTree) {
    this.documents = documents;
    this.#reader = reader;
    this.#tree = tree;
  }

  /** Returns how often some terms are in the documents, by their places. */
  countTerms(terms: readonly string[]): Promise<TermCounts> {
    return countDocumentTerms(this.#reader, this.documents.map(({ id }) => id), terms);
  }

  /** Returns the documents that go by one of some names as `fileKeys` in core gives them. */
  async listCalled(keys: Iterable<string>): Promise<readonly ProseDocument[]> {
    const byId = new Map(this.documents.map((document) => [document.id, document]));
    return (await this.#reader.listByFileKeys(keys)).flatMap(({ id }) => byId.get(id) ?? []);
  }

  /** Returns the text at a path as it is now, read once; undefined when it may not be read. */
  readText(path: string): string | undefined {
    if (!this.#texts.has(path)) {
      this.#texts.set(path, readDesignDocument(path, this.#tree)?.text);
    }
    return this.#texts.get(path);
  }
}

/**
 * Returns the design documents of a tree that may be seen, or notes that say why there are none.
 *
 * Text of no known language is a document when its name says so: others are lists of what to ignore,
 * licences and data. A setting that names no folder of the tree costs an answer its documents and nothing
 * else.
 */
export async function openVault(
  reader: IndexReader,
  place: VaultPlace,
): Promise<{ readonly vault?: Vault; readonly notes: readonly Note[] }> {
  const folder = findFolder(place);
  if (typeof folder !== "string") return { notes: [folder] };
  const documents = (await reader.listProse(folder)).filter(({ path, language }) =>
    !hasNoKnownLanguage({ path, language }) &&
    place.visibility.shows(path)
  );
  if (documents.length > 0) return { vault: new Vault(documents, reader, place), notes: [] };
  if (place.vault.trim() === "") return { notes: [] };
  const message = `No design documents are included as the vault contains none: "${place.vault}"`;
  return { notes: [{ code: "vault-empty", message }] };
}

/** Returns a folder relative to the root, empty for all of the tree; a note when there is no such folder. */
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
 * Orders documents by how near they are to the top of their vault, then by path: where a name fits
 * several, the first is meant.
 */
export function compareNearness(a: ProseDocument, b: ProseDocument): number {
  const byDepth = a.path.split("/").length - b.path.split("/").length;
  return byDepth || (a.path < b.path ? -1 : 1);
}

/** Returns documents by the names that their files go by. */
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
