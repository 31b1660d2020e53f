import type { TermCount, TermCounts } from "@dossier/core/plan";
import type { NumberedChunk } from "@dossier/core/rank";
import { analyzeWord, listWholeTerms } from "@dossier/core/text";
import { BoundedMap } from "../../../machine/mod.ts";
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
import { listPostings, type PostingList } from "../store/postings.ts";
import { type LexicalSnapshot, pathRanks, readLexicalSnapshot } from "./lexical_snapshot.ts";

/** Most that is kept of one state of an index, in about bytes; postings of 20,000 chunks are 2 MiB. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** About what a term takes beside its postings, in bytes. */
const TERM_BYTES = 200;

/** Documents of which a name is looked for among those that define it: more say nothing of any. */
const MAX_DEFINING_DOCUMENTS = 400;

/** A mark that some languages put behind the name of a function. */
const MARK_REGEXP = /[?!]$/;

/** Chunks that are of none of the documents. */
const ELSEWHERE = -1;

const KEPT = new WeakMap<LexicalSnapshot, BoundedMap<string, readonly PostingList[]>>();

/**
 * Where terms are in one state of an index. A name is indexed whole, so the chunks that have it are those
 * of its term. To be used in the transaction that it is made in, or one of the same state.
 */
export class TermPlaces {
  readonly snapshot: LexicalSnapshot;
  readonly #store: Store;
  readonly #buffer = createPostingBuffer();

  /** Takes the state that the index has in the caller's transaction, of which a snapshot may be known. */
  constructor(store: Store, snapshot: LexicalSnapshot = readLexicalSnapshot(store)) {
    this.#store = store;
    this.snapshot = snapshot;
  }

  /**
   * Returns where a term occurs, one list for each segment that holds it. Within one state of the index a
   * term is read once: an answer looks up most terms twice, and the next question has some of the same.
   */
  list(term: string): readonly PostingList[] {
    let kept = KEPT.get(this.snapshot);
    if (kept === undefined) {
      KEPT.set(this.snapshot, kept = new BoundedMap({ limit: MAX_KEPT_BYTES, weigh }));
    }
    const known = kept.get(term);
    if (known !== undefined) return known;
    const lists = listPostings(this.#store, term);
    kept.set(term, lists);
    return lists;
  }

  /** Returns the living postings of a term over all segments, in a buffer that the next call reuses. */
  read(term: string): PostingBuffer {
    const buffer = this.#buffer;
    buffer.length = 0;
    for (const { segment, data } of this.list(term)) {
      const place = this.snapshot.segments.get(segment);
      if (place !== undefined) decodePostings(data, buffer, place);
    }
    return buffer;
  }

  /** Returns those of some names that no chunk has. */
  listMissing(names: readonly string[]): string[] {
    return names.filter((name) => {
      const terms = listWholeTerms(name);
      return terms.length === 0 || !terms.every((term) => this.#occurs(term));
    });
  }

  #occurs(term: string): boolean {
    const lists = this.list(term);
    // Where chunks are dead, those of the term may all be.
    return lists.some(({ segment }) => this.snapshot.segments.get(segment)?.dead === undefined) ||
      (lists.length > 0 && this.read(term).length > 0);
  }

  /** Returns the chunks that have the term among the names they define or are in, in their order. */
  listNamedChunks(term: string): NumberedChunk[] {
    const { chunks, packed, length } = this.read(term);
    const { fileOf } = this.snapshot;
    const found: NumberedChunk[] = [];
    for (let i = 0; i < length; i++) {
      const chunk = chunks[i]!;
      if ((packed[i]! & SYMBOLS_MASK) !== 0) found.push({ chunk, file: fileOf[chunk]! });
    }
    return found;
  }

  /** Returns the chunks that have all of some terms, in their order; none without a term. */
  listChunksWithAll(terms: readonly string[]): number[] {
    const sizeOf = (term: string) =>
      this.list(term).reduce((sum, { data }) => sum + data.length, 0);
    // The rarest first: what is not among its chunks need not be kept.
    const [rarest, ...others] = terms.map((term) => ({ term, bytes: sizeOf(term) }))
      .sort((a, b) => a.bytes - b.bytes);
    if (rarest === undefined) return [];
    const { chunks, length } = this.read(rarest.term);
    let found = [...chunks.subarray(0, length)];
    for (const { term } of others) {
      if (found.length === 0) break;
      found = intersect(found, this.read(term));
    }
    return found;
  }

  /** Returns the chunks that have the whole of a name, by document in the order of the paths. */
  listMentioning(
    name: string,
    { isNamed }: { readonly isNamed: boolean },
  ): MentioningDocument[] {
    const term = wholeTerm(name);
    if (term === undefined) return [];
    const { files: { documents, firstChunks }, fileOf } = this.snapshot;
    const { chunks, packed, length } = this.read(term);
    const found: { id: number; file: number; chunks: number[] }[] = [];
    let last = -1;
    for (let i = 0; i < length; i++) {
      if (isNamed && (packed[i]! & SYMBOLS_MASK) === 0) continue;
      const chunk = chunks[i]!;
      const file = fileOf[chunk]!;
      // The postings of a document stand together.
      if (file !== last) found.push({ id: documents[file]!, file, chunks: [] });
      found.at(-1)!.chunks.push(chunk - firstChunks[file]!);
      last = file;
    }
    if (found.length > 1) {
      const ranks = this.pathRanks();
      found.sort((a, b) => ranks[a.file]! - ranks[b.file]!);
    }
    return found.map(({ id, chunks }) => ({ id, chunks }));
  }

  /** Returns the rank of each file in the order of the paths. */
  pathRanks(): Uint32Array {
    return pathRanks(this.#store, this.snapshot);
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
      this.snapshot;
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
    const { chunks, packed, length } = this.read(term);
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
    const { chunkCount, files: { documents, firstChunks } } = this.snapshot;
    const isCode = new Uint8Array(chunkCount).fill(1);
    documents.forEach((id, file) => {
      if (prose.has(id)) isCode.fill(0, firstChunks[file], firstChunks[file + 1]);
    });
    return isCode;
  }

  #isIn(term: string, accepted: Uint8Array): boolean {
    return this.list(term).some(({ segment, data }) => {
      const place = this.snapshot.segments.get(segment);
      return place !== undefined && hasPosting(data, accepted, place);
    });
  }
}

function weigh(lists: readonly PostingList[]): number {
  return lists.reduce((sum, { data }) => sum + data.length, TERM_BYTES);
}

/** Returns those of some numbers that are among the chunks of postings; both ascend. */
function intersect(numbers: readonly number[], { chunks, length }: PostingBuffer): number[] {
  let at = 0;
  return numbers.filter((number) => {
    while (at < length && chunks[at]! < number) at++;
    return at < length && chunks[at] === number;
  });
}

/** Returns the index term of a whole name, or undefined for a name that is not indexed. */
function wholeTerm(name: string): string | undefined {
  return analyzeWord(name.replace(MARK_REGEXP, ""))[0];
}
