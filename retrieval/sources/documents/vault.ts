import type { Note } from "@dossier/core";
import type { TermCounts } from "@dossier/core/plan";
import type { IndexReader, ProseDocument } from "../../index/mod.ts";
import type { DocumentTree } from "./design_document.ts";

/** The design documents that a task may be given, as the index has them. */
export interface Vault {
  /** In the order of their paths. */
  readonly documents: readonly ProseDocument[];
  /** Returns how often some terms are in the documents, by their places. */
  readonly countTerms: (terms: readonly string[]) => Promise<TermCounts>;
  /** Returns the documents that go by one of some names as `fileKeys` in core gives them. */
  readonly listCalled: (keys: Iterable<string>) => Promise<readonly ProseDocument[]>;
  /** Returns the document at a path. */
  readonly findAt: (path: string) => ProseDocument | undefined;
}

/** Where design documents are. */
export interface VaultPlace extends DocumentTree {
  /** Their folder as the settings name it, relative to the root; empty for all of the tree. */
  readonly vault: string;
}

/** A vault, or notes that say why there is none. */
export type OpenedVault =
  | { readonly kind: "opened"; readonly vault: Vault }
  | { readonly kind: "none"; readonly notes: readonly Note[] };

/** Extension of the texts that are documents although their language is not known. */
const TEXT_EXTENSION = ".txt";

/**
 * Returns the design documents of a tree that may be seen.
 *
 * Text of no known language is a document when its name says so: others are lists of what to ignore,
 * licences and data. A setting that names no folder of the tree costs an answer its documents and nothing
 * else.
 */
export async function openVault(
  reader: IndexReader,
  { root, visibility, vault }: VaultPlace,
): Promise<OpenedVault> {
  const found = findFolder(root, vault);
  if (typeof found !== "string") return { kind: "none", notes: [found] };
  const documents = (await reader.listProse(found)).filter(({ path, language }) =>
    (language !== "text" || path.toLowerCase().endsWith(TEXT_EXTENSION)) && visibility.shows(path)
  );
  if (documents.length === 0) return { kind: "none", notes: noteEmpty(vault) };
  const byId = new Map(documents.map((document) => [document.id, document]));
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return {
    kind: "opened",
    vault: {
      documents,
      countTerms: (terms) => reader.countTerms([...byId.keys()], terms),
      listCalled: async (keys) =>
        (await reader.listCalled(keys)).flatMap(({ id }) => byId.get(id) ?? []),
      findAt: (path) => byPath.get(path),
    },
  };
}

/** Returns a folder relative to the root, empty for all of the tree; a note when there is no such folder. */
function findFolder(root: string, vault: string): string | Note {
  const named = vault.trim();
  if (named === "") return "";
  try {
    const path = Deno.realPathSync(named.startsWith("/") ? named : `${root}/${named}`);
    if (path !== root && !path.startsWith(`${root}/`)) {
      return noteMissing("vault-outside-root", `it lies outside of the root: "${vault}"`);
    }
    if (!Deno.statSync(path).isDirectory) {
      return noteMissing("vault-not-a-folder", `it is no folder: "${vault}"`);
    }
    return path.slice(root.length + 1);
  } catch {
    return noteMissing("vault-missing", `there is no such folder: "${vault}"`);
  }
}

function noteMissing(code: string, reason: string): Note {
  return { code, message: `No design documents are looked for in the vault as ${reason}` };
}

function noteEmpty(vault: string): Note[] {
  if (vault.trim() === "") return [];
  const message = `No design documents are looked for as the vault has none: "${vault}"`;
  return [{ code: "vault-empty", message }];
}

/**
 * Orders documents by how near they are to the top of their vault, then by path: where a name fits
 * several, the first is meant.
 */
export function compareNearness(a: ProseDocument, b: ProseDocument): number {
  const byDepth = a.path.split("/").length - b.path.split("/").length;
  return byDepth || (a.path < b.path ? -1 : 1);
}
