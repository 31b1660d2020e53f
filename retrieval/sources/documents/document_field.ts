import { DOCUMENT_BM25 } from "@dossier/core/plan";
import { inverseDocumentFrequency, saturate } from "@dossier/core/rank";
import type { LexicalSnapshot } from "../../search/mod.ts";
import { createPostingBuffer, decodePostings, listPostings, type Store } from "../../index/mod.ts";

/** Chunks that are of none of the documents. */
const ELSEWHERE = -1;

/**
 * Some documents as wholes, scored by BM25 among themselves: the chunks of a document are counted
 * together, and other documents of the tree say nothing of how rare a term is.
 *
 * Its numbers are the index's own, so that no document is read for an answer. Its methods run in the
 * transaction that the snapshot was read in.
 */
export class DocumentField {
  readonly #store: Store;
  readonly #segments: LexicalSnapshot["segments"];
  /** Place among the documents of each chunk of the snapshot. */
  readonly #placeOf: Int32Array;
  readonly #lengths: Uint32Array;
  readonly #averageLength: number;
  readonly #buffer = createPostingBuffer();
  /** Occurrences of the term that is counted, by place. */
  readonly #counts: Uint32Array;

  /** @param documents Row numbers of the documents, each once. */
  constructor(store: Store, snapshot: LexicalSnapshot, documents: readonly number[]) {
    this.#store = store;
    this.#segments = snapshot.segments;
    const { documents: ids, firstChunks, lengths } = snapshot.files;
    const places = new Map(documents.map((id, place) => [id, place]));
    this.#placeOf = new Int32Array(snapshot.chunkCount).fill(ELSEWHERE);
    this.#counts = new Uint32Array(documents.length);
    this.#lengths = new Uint32Array(documents.length);
    let terms = 0;
    for (let file = 0; file < ids.length; file++) {
      const place = places.get(ids[file]!);
      if (place === undefined) continue;
      this.#placeOf.fill(place, firstChunks[file], firstChunks[file + 1]);
      this.#lengths[place] = lengths[file]!;
      terms += lengths[file]!;
    }
    this.#averageLength = documents.length === 0 ? 0 : terms / documents.length;
  }

  /**
   * Returns what `scoreBm25` of core gives each document for some terms, each of them once; 0 for a
   * document that has none of them.
   */
  score(terms: Iterable<string>): Float64Array {
    const { k1, b } = DOCUMENT_BM25;
    const average = this.#averageLength;
    const scales = Float64Array.from(
      this.#lengths,
      (length) => average === 0 ? 1 : 1 - b + b * length / average,
    );
    const scores = new Float64Array(scales.length);
    for (const term of terms) {
      const places = this.#count(term);
      const idf = inverseDocumentFrequency(places.length, scales.length);
      for (const place of places) {
        scores[place]! += idf * saturate(this.#counts[place]! / scales[place]!, k1);
      }
    }
    return scores;
  }

  /** Returns the places of the documents in which all of the terms occur, in ascending order. */
  listHolding(terms: readonly string[]): number[] {
    const [first = [], ...others] = terms.map((term) => this.#count(term));
    const sets = others.map((places) => new Set(places));
    return first.filter((place) => sets.every((set) => set.has(place))).sort((a, b) => a - b);
  }

  /** Counts a term in each document; returns the places of those that have it. */
  #count(term: string): number[] {
    const buffer = this.#buffer;
    const counts = this.#counts;
    const placeOf = this.#placeOf;
    buffer.length = 0;
    for (const { segment, data } of listPostings(this.#store, term)) {
      const place = this.#segments.get(segment);
      if (place !== undefined) decodePostings(data, buffer, place);
    }
    const { chunks, packed, length } = buffer;
    const found: number[] = [];
    for (let i = 0; i < length; i++) {
      const place = placeOf[chunks[i]!]!;
      const frequency = packed[i]! & 0xff;
      if (place === ELSEWHERE || frequency === 0) continue;
      // The postings of a document stand together.
      if (found.at(-1) === place) counts[place]! += frequency;
      else {
        found.push(place);
        counts[place] = frequency;
      }
    }
    return found;
  }
}
