import { analyzeWord } from "@dossier/core/text";
import type { LexicalSnapshot } from "../../search/mod.ts";
import { hasPosting, listPostings, listProseDocuments, type Store } from "../../index/mod.ts";

/**
 * Tells which names the code of a tree has: what documents say of a name is no sign of it. To be used in
 * the transaction that the snapshot was read in.
 */
export class CodeField {
  readonly #store: Store;
  readonly #snapshot: LexicalSnapshot;
  /** One byte a chunk of the snapshot: 1 where it is code. */
  readonly #isCode: Uint8Array;
  readonly #known = new Map<string, boolean>();

  /** Takes the state of an index. */
  constructor(store: Store, snapshot: LexicalSnapshot) {
    this.#store = store;
    this.#snapshot = snapshot;
    const prose = new Set(listProseDocuments(store, "").map(({ id }) => id));
    const { documents, firstChunks } = snapshot.files;
    this.#isCode = new Uint8Array(snapshot.chunkCount).fill(1);
    documents.forEach((id, file) => {
      if (prose.has(id)) this.#isCode.fill(0, firstChunks[file], firstChunks[file + 1]);
    });
  }

  /** Returns whether a name is anywhere in the code, in whatever case and with whatever separators. */
  has(name: string): boolean {
    // The first term of a name is all of it.
    const [term] = analyzeWord(name);
    if (term === undefined) return true;
    const known = this.#known.get(term) ?? this.#find(term);
    this.#known.set(term, known);
    return known;
  }

  #find(term: string): boolean {
    return listPostings(this.#store, term).some(({ segment, data }) => {
      const place = this.#snapshot.segments.get(segment);
      return place !== undefined && hasPosting(data, this.#isCode, place);
    });
  }
}
