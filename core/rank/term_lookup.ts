import { analyzeWord } from "../text/analyze.ts";
import { listTermsOfWholeName } from "../text/analyze_query.ts";
import type { HashedDocument, IndexView } from "./index_view.ts";
import type { NumberedChunk } from "./named_symbols.ts";
import { hasSymbolOccurrence, type Postings } from "./postings.ts";

// Names are indexed as a whole, so the chunks with a name are those of its term.

/**
 * Maximum number of documents in which the definition of a name is looked for: a name in more
 * documents identifies none of them.
 */
const MAX_DEFINING_DOCUMENTS = 400;

/** Mark at the end of the name of a function in some languages. */
const MARK_REGEXP = /[?!]$/;

/** Value for chunks of none of the documents. */
const NO_DOCUMENT = -1;

/** Document with chunks that have a name. */
export interface MentioningDocument {
  readonly id: number;
  /** Numbers of the chunks in the document, ascending. */
  readonly chunks: readonly number[];
}

/** Document that defines a name, with the chunks that may define it. */
export type DefiningDocument = HashedDocument & MentioningDocument;

/** Frequencies of terms in documents. */
export interface TermCounts {
  /** Number of terms in each document. */
  readonly lengths: Uint32Array;
  /** Each term once. */
  readonly terms: readonly TermCount[];
}

/** Counter of terms in some documents. */
export interface TermCounter extends Pick<TermCounts, "lengths"> {
  /** Returns the frequencies of a term in the documents. */
  count(term: string): TermCount;
}

/** Frequencies of one term in documents. */
export interface TermCount {
  /** Indexes of the documents with the term in the list of lengths, in no order. */
  readonly documentIndexes: readonly number[];
  /** Frequency in each of these documents. */
  readonly counts: readonly number[];
}

/**
 * Returns the chunks that define a name with the term, or are inside such a definition, in order.
 */
export function listNamedChunks(view: IndexView, term: string): NumberedChunk[] {
  const { chunks, packed, length } = view.readPostings(term);
  const { fileOf } = view.chunks;
  const found: NumberedChunk[] = [];
  for (let i = 0; i < length; i++) {
    const chunk = chunks[i]!;
    if (hasSymbolOccurrence(packed[i]!)) found.push({ chunk, file: fileOf[chunk]! });
  }
  return found;
}

/** Returns the chunks with all of some terms, in order; none without a term. */
export function listChunksWithAllTerms(view: IndexView, terms: readonly string[]): number[] {
  const lists = terms.map((term) => {
    const { chunks, length } = view.readPostings(term);
    return chunks.slice(0, length);
  });
  // The rarest first: its chunks limit the search.
  const [rarest, ...others] = lists.sort((a, b) => a.length - b.length);
  return others.reduce(intersect, [...rarest ?? []]);
}

/** Returns those of some numbers that are among others; both are in ascending order. */
function intersect(numbers: readonly number[], others: Uint32Array): number[] {
  let at = 0;
  return numbers.filter((number) => {
    while (at < others.length && others[at]! < number) at++;
    return at < others.length && others[at] === number;
  });
}

/** Returns those of some names that no chunk has. */
export function findMissingNames(view: IndexView, names: readonly string[]): string[] {
  return names.filter((name) => {
    const terms = listTermsOfWholeName(name);
    return terms.length === 0 || !terms.every((term) => view.hasTerm(term));
  });
}

/**
 * Returns those of some names that the code has. Names in documents do not count, as a document may
 * name missing code.
 */
export function filterNamesInCode(view: IndexView, names: readonly string[]): ReadonlySet<string> {
  const isCode = markCode(view);
  const known = new Map<string, boolean>();
  return new Set(names.filter((name) => {
    // The first term of a name is the whole name.
    const [term] = analyzeWord(name);
    return term === undefined ||
      known.getOrInsertComputed(term, () => view.hasTerm(term, isCode));
  }));
}

/** Returns one byte per chunk: 1 when it is code. */
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
 * Returns the chunks with the whole of a name, by document in the order of the paths.
 *
 * @param options.isNamed True when only chunks count that define the name or are inside its
 * definition.
 */
export function listMentioningDocuments(
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
    if (mustName && !hasSymbolOccurrence(packed[i]!)) continue;
    const chunk = chunks[i]!;
    const file = fileOf[chunk]!;
    // The postings of a document are consecutive.
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
export function findDocumentsDefining(view: IndexView, name: string): DefiningDocument[] {
  const found = listMentioningDocuments(view, name, { isNamed: true }).slice(
    0,
    MAX_DEFINING_DOCUMENTS,
  );
  const chunksOf = new Map(found.map(({ id, chunks }) => [id, chunks]));
  return view.listDefiningDocuments([...chunksOf.keys()], name)
    .map((document) => ({ ...document, chunks: chunksOf.get(document.id) ?? [] }))
    .sort((a, b) => a.path < b.path ? -1 : 1);
}

/**
 * Returns a counter of terms in the bodies of some documents. It uses the numbers of the index and
 * reads no document.
 *
 * @param documents Document numbers, each once.
 */
export function createTermCounter(view: IndexView, documents: readonly number[]): TermCounter {
  const { documents: ids, firstChunks, lengths: bodyTerms } = view.files;
  const indexes = new Map(documents.map((id, index) => [id, index]));
  const documentIndexOf = new Int32Array(view.chunks.count).fill(NO_DOCUMENT);
  const lengths = new Uint32Array(documents.length);
  for (let file = 0; file < ids.length; file++) {
    const index = indexes.get(ids[file]!);
    if (index === undefined) continue;
    documentIndexOf.fill(index, firstChunks[file], firstChunks[file + 1]);
    lengths[index] = bodyTerms[file]!;
  }
  return { lengths, count: (term) => countTerm(view.readPostings(term), documentIndexOf) };
}

function countTerm({ chunks, packed, length }: Postings, documentIndexOf: Int32Array): TermCount {
  const documentIndexes: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < length; i++) {
    const index = documentIndexOf[chunks[i]!]!;
    const frequency = packed[i]! & 0xff;
    if (index === NO_DOCUMENT || frequency === 0) continue;
    // The postings of a document are consecutive.
    if (documentIndexes.at(-1) === index) counts[counts.length - 1]! += frequency;
    else {
      documentIndexes.push(index);
      counts.push(frequency);
    }
  }
  return { documentIndexes, counts };
}
