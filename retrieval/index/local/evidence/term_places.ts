import type { TermCount, TermCounts } from "@dossier/core/plan";
import { analyzeWord } from "@dossier/core/text";
import type { DefiningDocument, MentioningDocument } from "../../index_reader.ts";
import { listDefiningDocuments, listProseDocuments } from "../store/document_lists.ts";
import type { Store } from "../store/open_store.ts";
import {
  createPostingBuffer,
  decodePostings,
  hasPosting,
  type PostingBuffer,
  SYMBOLS_MASK,
} from "../store/posting_codec.ts";
import { keptPostings, type LexicalSnapshot } from "./lexical_snapshot.ts";

/** Documents of which a name is looked for among those that define it: more say nothing of any. */
const MAX_DEFINING_DOCUMENTS = 400;

/** A mark that some languages put behind the name of a function. */
const MARK_REGEXP = /[?!]$/;

/** Chunks that are of none of the documents. */
const ELSEWHERE = -1;

/**
 * Where terms are in one state of an index: a name is indexed whole, so the chunks that have it are those
 * of its term. To be used in the transaction that the snapshot was read in.
 */
export class TermPlaces {
  readonly #store: Store;
  readonly #snapshot: LexicalSnapshot;
  readonly #buffer = createPostingBuffer();

  /** Takes the state of an index. */
  constructor(store: Store, snapshot: LexicalSnapshot) {
    this.#store = store;
    this.#snapshot = snapshot;
  }

  /** Returns the chunks that have the whole of a name, by document in the order of the index. */
  listMentioning(
    name: string,
    { isNamed }: { readonly isNamed: boolean },
  ): MentioningDocument[] {
    const term = wholeTerm(name);
    if (term === undefined) return [];
    const { files: { documents, firstChunks }, fileOf } = this.#snapshot;
    const { chunks, packed, length } = this.#read(term);
    const found: { id: number; chunks: number[] }[] = [];
    let last = -1;
    for (let i = 0; i < length; i++) {
      if (isNamed && (packed[i]! & SYMBOLS_MASK) === 0) continue;
      const chunk = chunks[i]!;
      const file = fileOf[chunk]!;
      // The postings of a document stand together.
      if (file !== last) found.push({ id: documents[file]!, chunks: [] });
      found.at(-1)!.chunks.push(chunk - firstChunks[file]!);
      last = file;
    }
    return found;
  }

  /** Returns the documents that define a name, by path. */
  listDefining(name: string): DefiningDocument[] {
    const found = this.listMentioning(name, { isNamed: true }).slice(0, MAX_DEFINING_DOCUMENTS);
    const chunksOf = new Map(found.map(({ id, chunks }) => [id, chunks]));
    return listDefiningDocuments(this.#store, [...chunksOf.keys()], name)
      .map((place) => ({ ...place, chunks: chunksOf.get(place.id) ?? [] }))
      .sort((a, b) => a.path < b.path ? -1 : 1);
  }

  /** Returns those of some names that the code has: what documents say of a name is no sign of it. */
  listInCode(names: readonly string[]): ReadonlySet<string> {
    const isCode = this.#markCode();
    const known = new Map<string, boolean>();
    return new Set(names.filter((name) => {
      // The first term of a name is all of it.
      const [term] = analyzeWord(name);
      if (term === undefined) return true;
      const found = known.get(term) ?? this.#isIn(term, isCode);
      known.set(term, found);
      return found;
    }));
  }

  /**
   * Returns how often terms are in the bodies of some documents, from the index's own numbers: no document
   * is read for it.
   *
   * @param documents Row numbers of the documents, each once.
   */
  countTerms(documents: readonly number[], terms: readonly string[]): TermCounts {
    const { chunkCount, files: { documents: ids, firstChunks, lengths: bodyTerms } } =
      this.#snapshot;
    const places = new Map(documents.map((id, place) => [id, place]));
    const placeOf = new Int32Array(chunkCount).fill(ELSEWHERE);
    const lengths = new Uint32Array(documents.length);
    for (let file = 0; file < ids.length; file++) {
      const place = places.get(ids[file]!);
      if (place === undefined) continue;
      placeOf.fill(place, firstChunks[file], firstChunks[file + 1]);
      lengths[place] = bodyTerms[file]!;
    }
    return { lengths, terms: terms.map((term) => this.#count(term, placeOf)) };
  }

  #count(term: string, placeOf: Int32Array): TermCount {
    const { chunks, packed, length } = this.#read(term);
    const places: number[] = [];
    const counts: number[] = [];
    for (let i = 0; i < length; i++) {
      const place = placeOf[chunks[i]!]!;
      const frequency = packed[i]! & 0xff;
      if (place === ELSEWHERE || frequency === 0) continue;
      // The postings of a document stand together.
      if (places.at(-1) === place) counts[counts.length - 1]! += frequency;
      else {
        places.push(place);
        counts.push(frequency);
      }
    }
    return { places, counts };
  }

  /** Returns one byte a chunk: 1 where it is code. */
  #markCode(): Uint8Array {
    const prose = new Set(listProseDocuments(this.#store, "").map(({ id }) => id));
    const { chunkCount, files: { documents, firstChunks } } = this.#snapshot;
    const isCode = new Uint8Array(chunkCount).fill(1);
    documents.forEach((id, file) => {
      if (prose.has(id)) isCode.fill(0, firstChunks[file], firstChunks[file + 1]);
    });
    return isCode;
  }

  #isIn(term: string, accepted: Uint8Array): boolean {
    return keptPostings(this.#store, this.#snapshot, term).some(({ segment, data }) => {
      const place = this.#snapshot.segments.get(segment);
      return place !== undefined && hasPosting(data, accepted, place);
    });
  }

  /** Returns the living postings of a term, in a buffer that the next call reuses. */
  #read(term: string): PostingBuffer {
    const buffer = this.#buffer;
    buffer.length = 0;
    for (const { segment, data } of keptPostings(this.#store, this.#snapshot, term)) {
      const place = this.#snapshot.segments.get(segment);
      if (place !== undefined) decodePostings(data, buffer, place);
    }
    return buffer;
  }
}

/** Returns the index term of a whole name, or undefined for a name that is not indexed. */
function wholeTerm(name: string): string | undefined {
  return analyzeWord(name.replace(MARK_REGEXP, ""))[0];
}
