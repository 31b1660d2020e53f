import type { Note, TaskSettings } from "@dossier/core";
import type { QueryVector } from "../../embed/mod.ts";
import { findMeta, type Store, type VectorScanner } from "../../index/mod.ts";
import {
  type LexicalSnapshot,
  meaningEvidence,
  type QueryText,
  readLexicalSnapshot,
  type ReadParsedQuery,
} from "../../search/mod.ts";
import { type DocumentTree, readDesignDocument } from "./design_document.ts";
import { slugOf } from "@dossier/core/text";
import { findVault } from "./find_vault.ts";
import {
  type ProposalReason,
  type ProposalSettings,
  proposeDocuments,
} from "./propose_documents.ts";
import { openVault } from "./vault.ts";

/** What documents are asked for. */
export interface DocumentRequest extends DocumentTree {
  /** Title and description of the issue. */
  readonly query: QueryText;
  /** The same as a model reads it; without it nothing is said of meaning. */
  readonly vector?: QueryVector | undefined;
  /** Where documents are, and which of them are candidates. */
  readonly settings: ProposalSettings & Pick<TaskSettings, "vault">;
  /** Returns whether the document at a path may be proposed at all. */
  readonly isServed: (path: string) => boolean;
}

/** A document that an issue may need, before it is scored: see `scoreDocuments` in core. */
export interface DocumentCandidate {
  /** Row number. */
  readonly id: number;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Its file name without extension; what it calls itself is known when it is read. */
  readonly slug: string;
  /** Whether the issue links to it or names it. */
  readonly linked: boolean;
  /** What led to it. */
  readonly reason: ProposalReason;
  /** Path of the document whose link led to it, for a neighbour. */
  readonly from?: string;
  /** BM25 of the words among the documents of the vault, 0 without any of them. */
  readonly bm25: number;
  /** Cosine of the issue and its nearest chunk, at least 0; absent without vectors. */
  readonly similarity?: number;
}

/** The documents that an issue may need. */
export interface FoundDocuments {
  /** Those that the issue names in the order of their mention, then by BM25, then neighbours. */
  readonly candidates: readonly DocumentCandidate[];
  /** Whether there are vectors to compare. */
  readonly embedded: boolean;
  /** What to tell the reader of an answer. */
  readonly notes: readonly Note[];
}

const LINKED: ReadonlySet<ProposalReason> = new Set(["wikilink", "path", "slug"]);

/** Finds design documents for issues in an index, which stays the caller's to close. */
export class DocumentFinder {
  readonly #store: Store;
  #scanner: VectorScanner | undefined;

  /** Takes an open index. */
  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Returns the documents that an issue may need. Those that it names are found whatever their words;
   * where the vault can not be used there are none, and a note says why.
   */
  async find(request: DocumentRequest): Promise<FoundDocuments> {
    const { root, query, vector, settings } = request;
    const { folder, notes } = findVault(root, settings.vault);
    if (folder === undefined) return { candidates: [], embedded: false, notes };
    const parsed = await query.parse();
    if (vector !== undefined && this.#scanner === undefined) {
      // Imported only here, as there may be no embedder.
      const { VectorScanner } = await import("../../index/local/vectors/vector_scanner.ts");
      this.#scanner ??= new VectorScanner(this.#store);
    }
    return this.#store.read(() => this.#find(request, { folder, parsed }));
  }

  #find(
    { query, vector, settings, isServed, ...tree }: DocumentRequest,
    { folder, parsed }: { readonly folder: string; readonly parsed: ReadParsedQuery },
  ): FoundDocuments {
    const snapshot = readLexicalSnapshot(this.#store);
    const vault = openVault(this.#store, folder, { snapshot, isServed });
    if (vault.documents.length === 0) {
      return { candidates: [], embedded: false, notes: noteEmpty(settings.vault) };
    }
    const scores = vault.field.score(query.terms.map(({ term }) => term));
    const placeOf = new Map(vault.documents.map(({ id }, place) => [id, place]));
    const { proposals, notes } = proposeDocuments(vault, {
      parsed,
      scores,
      settings,
      readText: (path) => readDesignDocument(path, tree)?.text,
    });
    const similarities = this.#compare(
      vector,
      snapshot,
      proposals.map(({ document: { id } }) => id),
    );
    const candidates = proposals.map(({ document: { id, path }, ...led }) => ({
      id,
      path,
      slug: slugOf(path),
      linked: LINKED.has(led.reason),
      ...led,
      bm25: scores[placeOf.get(id)!]!,
      ...(similarities && { similarity: similarities.get(id) ?? 0 }),
    }));
    return { candidates, embedded: similarities !== undefined, notes };
  }

  /** Returns how near some documents are to the query, by row number; undefined without vectors. */
  #compare(
    vector: QueryVector | undefined,
    snapshot: LexicalSnapshot,
    documents: readonly number[],
  ): ReadonlyMap<number, number> | undefined {
    if (vector === undefined || findMeta(this.#store, "embedder") !== vector.fingerprint) {
      return undefined;
    }
    const { documents: ids, firstChunks } = snapshot.files;
    const files = documents.map((id) => ids.indexOf(id)).filter((file) => file !== -1)
      .sort((a, b) => a - b);
    const spans = files.map((file) => ({ first: firstChunks[file]!, end: firstChunks[file + 1]! }));
    const cosines = this.#scanner!.score(vector.numbers, snapshot, spans);
    const scores = meaningEvidence(cosines, snapshot, files)?.files.scores;
    return new Map(files.map((file) => [ids[file]!, scores?.[file] ?? 0]));
  }
}

function noteEmpty(vault: string): Note[] {
  if (vault.trim() === "") return [];
  const message = `No design documents are looked for as the vault has none: "${vault}"`;
  return [{ code: "vault-empty", message }];
}
