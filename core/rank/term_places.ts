import { analyzeWord } from "../text/analyze.ts";
import { listTermsOfWholeName } from "../text/analyze_query.ts";
import type { DocumentPlace, IndexView } from "./index_view.ts";
import type { NumberedChunk } from "./named_symbols.ts";
import { isNamed, type Postings } from "./postings.ts";

// A name is indexed whole, so the chunks that have it are those of its term.

/** Documents of which a name is looked for among those that define it: more say nothing of any. */
const MAX_DEFINING_DOCUMENTS = 400;

/** A mark that some languages put behind the name of a function. */
const MARK_REGEXP = /[?!]$/;

/** Chunks that are of none of the documents. */
const ELSEWHERE = -1;

/** Chunks of one document that have a name. */
export interface MentioningDocument {
  readonly id: number;
  /** Their numbers in the document, ascending. */
  readonly chunks: readonly number[];
}

/** A document that defines a name, with the chunks that may define it. */
export type DefiningDocument = DocumentPlace & MentioningDocument;

/** How often terms are in documents. */
export interface TermCounts {
  /** Terms in each document. */
  readonly lengths: Uint32Array;
  /** Each term once. */
  readonly terms: readonly TermCount[];
}

/** Counts terms in some documents. */
export interface TermCounter extends Pick<TermCounts, "lengths"> {
  /** Returns how often a term is in the documents. */
  count(term: string): TermCount;
}

/** How often one term is in documents. */
export interface TermCount {
  /** Places in the list of lengths of the documents that have it, in no order. */
  readonly places: readonly number[];
  /** How often it is in each of these. */
  readonly counts: readonly number[];
}

/** Returns the chunks that have the term among the names they define or are in, in their order. */
export function listNamedChunks(view: IndexView, term: string): NumberedChunk[] {
  const { chunks, packed, length } = view.readPostings(term);
  const { fileOf } = view.chunks;
  const found: NumberedChunk[] = [];
  for (let i = 0; i < length; i++) {
    const chunk = chunks[i]!;
    if (isNamed(packed[i]!)) found.push({ chunk, file: fileOf[chunk]! });
  }
  return found;
}

/** Returns the chunks that have all of some terms, in their order; none without a term. */
export function listChunksWithAll(view: IndexView, terms: readonly string[]): number[] {
  const lists = terms.map((term) => {
    const { chunks, length } = view.readPostings(term);
    return chunks.slice(0, length);
  });
  // The rarest first: what is not among its chunks need not be looked for.
  const [rarest, ...others] = lists.sort((a, b) => a.length - b.length);
  return others.reduce(intersect, [...rarest ?? []]);
}

/** Returns those of some numbers that are among others; both ascend. */
function intersect(numbers: readonly number[], others: Uint32Array): number[] {
  let at = 0;
  return numbers.filter((number) => {
    while (at < others.length && others[at]! < number) at++;
    return at < others.length && others[at] === number;
  });
}

/** Returns those of some names that no chunk has. */
export function missingNames(view: IndexView, names: readonly string[]): string[] {
  return names.filter((name) => {
    const terms = listTermsOfWholeName(name);
    return terms.length === 0 || !terms.every((term) => view.hasTerm(term));
  });
}

/** Returns those of some names that the code has: what documents say of a name is no sign of it. */
export function namesInCode(view: IndexView, names: readonly string[]): ReadonlySet<string> {
  const isCode = markCode(view);
  const known = new Map<string, boolean>();
  return new Set(names.filter((name) => {
    // The first term of a name is all of it.
    const [term] = analyzeWord(name);
    return term === undefined ||
      known.getOrInsertComputed(term, () => view.hasTerm(term, isCode));
  }));
}

/** Returns one byte a chunk: 1 where it is code. */
function markCode(view: IndexView): Uint8Array {
  const prose = new Set(
    view.listFacts().filter(({ kind }) => kind === "document").map(({ id }) => id),
  );
  const { documents, firstChunks } = view.files;
  const isCode = new Uint8Array(view.chunks.count).fill(1);
  documents.forEach((id, file) => {
    if (prose.has(id)) isCode.fill(0, firstChunks[file], firstChunks[file + 1]);
  });
  return isCode;
}

/**
 * Returns the chunks that have the whole of a name, by document in the order of the paths.
 *
 * @param options.isNamed Whether only those count that define the name or stand in what it names.
 */
export function listMentioning(
  view: IndexView,
  name: string,
  { isNamed: mustName }: { readonly isNamed: boolean },
): MentioningDocument[] {
  const [term] = analyzeWord(name.replace(MARK_REGEXP, ""));
  if (term === undefined) return [];
  const { chunks: { fileOf }, files: { documents, firstChunks } } = view;
  const { chunks, packed, length } = view.readPostings(term);
  const found: { id: number; file: number; chunks: number[] }[] = [];
  let last = -1;
  for (let i = 0; i < length; i++) {
    if (mustName && !isNamed(packed[i]!)) continue;
    const chunk = chunks[i]!;
    const file = fileOf[chunk]!;
    // The postings of a document stand together.
    if (file !== last) found.push({ id: documents[file]!, file, chunks: [] });
    found.at(-1)!.chunks.push(chunk - firstChunks[file]!);
    last = file;
  }
  if (found.length > 1) {
    const ranks = view.rankPaths();
    found.sort((a, b) => ranks[a.file]! - ranks[b.file]!);
  }
  return found.map(({ id, chunks }) => ({ id, chunks }));
}

/** Returns the documents that define a name, in code unit order of their paths. */
export function listDefining(view: IndexView, name: string): DefiningDocument[] {
  const found = listMentioning(view, name, { isNamed: true }).slice(0, MAX_DEFINING_DOCUMENTS);
  const chunksOf = new Map(found.map(({ id, chunks }) => [id, chunks]));
  return view.listDefining([...chunksOf.keys()], name)
    .map((place) => ({ ...place, chunks: chunksOf.get(place.id) ?? [] }))
    .sort((a, b) => a.path < b.path ? -1 : 1);
}

/**
 * Returns what counts terms in the bodies of some documents, from the index's own numbers: no document is
 * read for it.
 *
 * @param documents Each once.
 */
export function openTermCounter(view: IndexView, documents: readonly number[]): TermCounter {
  const { documents: ids, firstChunks, lengths: bodyTerms } = view.files;
  const places = new Map(documents.map((id, place) => [id, place]));
  const placeOf = new Int32Array(view.chunks.count).fill(ELSEWHERE);
  const lengths = new Uint32Array(documents.length);
  for (let file = 0; file < ids.length; file++) {
    const place = places.get(ids[file]!);
    if (place === undefined) continue;
    placeOf.fill(place, firstChunks[file], firstChunks[file + 1]);
    lengths[place] = bodyTerms[file]!;
  }
  return { lengths, count: (term) => countTerm(view.readPostings(term), placeOf) };
}

function countTerm({ chunks, packed, length }: Postings, placeOf: Int32Array): TermCount {
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
