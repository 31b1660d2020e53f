import {
  bm25fParameters,
  choosePool,
  commitsWeight,
  countWords,
  DEFINITIONS,
  type Evidence,
  EVIDENCE_STEPS,
  type FileScores,
  IDF_EXPONENT,
  idfExponent,
  lexicalEvidence,
  LINE,
  MEANING,
  type Meaning,
  meaningEvidence,
  MENTION,
  type Mention,
  mentionEvidence,
  NAMED_SYMBOL,
  namedSymbolEvidence,
  nameEvidence,
  nameTrustOf,
  nearestFiles,
  phraseChunks,
  type PoolEvidence,
  type PoolFile,
  type QueryReading,
  queryTermWeight,
  queryTraits,
  type ScorableTerm,
  SUBJECTS,
} from "@dossier/core/rank";
import type { QueryVector } from "../../../embed/mod.ts";
import { type DocumentMatcher, openDocumentMatcher } from "../../document_filter.ts";
import type { EvidenceRequest } from "../../index_reader.ts";
import { RetrievalError } from "../../../machine/mod.ts";
import { listDocumentsCalled } from "../store/document_lists.ts";
import { findDocumentByPath, hasDocumentBelow } from "../store/documents.ts";
import { findMeta } from "../store/meta.ts";
import type { Store } from "../store/open_store.ts";
import type { VectorScanner } from "../vectors/vector_scanner.ts";
import { DocumentShelf } from "./document_shelf.ts";
import { LexicalScorer } from "./lexical_scorer.ts";
import { readLexicalSnapshot, spansOf } from "./lexical_snapshot.ts";
import { TermPlaces } from "./term_places.ts";

/** The power of the idf when that step is left out. */
const PLAIN = 1;

/** Gathers what an index file says of queries, and keeps what it has read of one state of it. */
export class EvidenceGatherer {
  readonly #store: Store;
  #scanner: VectorScanner | undefined;
  #shelf: DocumentShelf | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async gather(request: EvidenceRequest): Promise<Evidence> {
    const store = this.#store;
    const matches = await openDocumentMatcher(request.filter, {
      isServed: request.isServed,
      isThere: (path) =>
        store.read(() =>
          findDocumentByPath(store, path) !== undefined || hasDocumentBelow(store, path)
        ),
    });
    if (request.vector !== undefined && this.#scanner === undefined) {
      // Imported only here, as there may be no embedder.
      const { VectorScanner } = await import("../vectors/vector_scanner.ts");
      this.#scanner ??= new VectorScanner(this.#store);
    }
    return this.#store.read(() => this.#gather(request, matches));
  }

  /** Returns what was read of the documents in the caller's transaction. */
  openShelf(): DocumentShelf {
    const snapshot = readLexicalSnapshot(this.#store);
    if (this.#shelf?.snapshot !== snapshot) this.#shelf = new DocumentShelf(this.#store, snapshot);
    return this.#shelf;
  }

  #gather(
    { query, vector, phrases = [], disabled, explain = false }: EvidenceRequest,
    matches: DocumentMatcher | undefined,
  ): Evidence {
    const shelf = this.openShelf();
    const { snapshot } = shelf;
    const places = new TermPlaces(this.#store, snapshot);
    const exponent = disabled.has(IDF_EXPONENT.name) ? PLAIN : idfExponent(countWords(query.terms));
    const scorer = new LexicalScorer(places, { parameters: bm25fParameters(disabled), exponent });
    const lexical = scorer.score(query.terms);
    const { chunks: words, idfs } = lexical;
    const nameTrust = nameTrustOf(query, { steps: EVIDENCE_STEPS, disabled });
    const names = nameTrust > 0
      ? this.#scoreNames(places, query.nameTerms ?? [], disabled)
      : undefined;
    const mention = this.#openMention(shelf, query);
    const pooled: PoolEvidence = {
      ...lexicalEvidence(lexical, snapshot.files.firstChunks),
      ...names?.evidence,
      subjects: disabled.has(SUBJECTS.name) ? undefined : subjectEvidence(shelf, query),
      mention: disabled.has(MENTION.name) ? undefined : mention?.files,
    };
    const allowed = matches && listAllowed(shelf, matches);
    const holders = phrases.length === 0 ? undefined : phraseChunks(phrases, {
      listChunksWithAll: (terms) => places.listChunksWithAll(terms),
      scores: words,
      isAllowed: (chunk) => allowed === undefined || allowed[snapshot.fileOf[chunk]!] === 1,
      compareFiles: (a, b) => {
        const ranks = places.pathRanks();
        return ranks[snapshot.fileOf[a]!]! - ranks[snapshot.fileOf[b]!]!;
      },
    });
    const found = [
      ...new Set([
        ...choosePool(pooled, { disabled, allowed, nameTrust }),
        ...[...holders ?? []].map((chunk) => snapshot.fileOf[chunk]!),
      ]),
    ];
    const isByMeaning = found.length === 0;
    const isOfModel = vector?.fingerprint === findMeta(this.#store, "embedder");
    const model = isOfModel ? vector : undefined;
    const meaning = model && !disabled.has(MEANING.name)
      ? this.#meaningOf(model, shelf, found)
      : undefined;
    const pool = isByMeaning ? nearestFiles(meaning?.files, { allowed }) : found;
    const inPool = new Set(pool);
    const named = disabled.has(NAMED_SYMBOL.name)
      ? undefined
      : namedSymbolEvidence(query.symbols ?? [], {
        listNamedChunks: (term) => places.listNamedChunks(term),
        isInPool: (file) => inPool.has(file),
        labelOf: (chunk) => shelf.labelOf(chunk),
        asked: queryTraits(query).verbosity === 0,
      });
    const definitions = model && !disabled.has(DEFINITIONS.name)
      ? definitionsEvidence(shelf, pool, { query: model.numbers, scanner: this.#scanner! })
      : undefined;
    return {
      pool: listPool(shelf, pool),
      scores: { ...pooled, meaning: meaning?.files, definitions },
      idfs,
      words,
      nameWords: names?.words,
      cosines: meaning?.chunks,
      named,
      lines: disabled.has(LINE.name) ? undefined : mention?.chunks,
      namedLines: mention?.lines,
      namedFunctions: mention?.functions,
      holders,
      isByMeaning,
      terms: explain ? scorer.listEvidence(query.terms, (file) => inPool.has(file)) : undefined,
    };
  }

  /** Returns what the terms of guessed names say; undefined where none of them is in the index. */
  #scoreNames(
    places: TermPlaces,
    terms: readonly ScorableTerm[],
    disabled: ReadonlySet<string>,
  ) {
    const scores = new LexicalScorer(places, { parameters: bm25fParameters(disabled) }).score(
      terms,
    );
    const evidence = nameEvidence(scores, places.snapshot.files.firstChunks);
    return evidence && { evidence, words: scores.chunks };
  }

  #openMention(shelf: DocumentShelf, query: QueryReading): Mention | undefined {
    const { documents, firstChunks } = shelf.snapshot.files;
    return mentionEvidence(query, {
      listCalled: (keys) =>
        listDocumentsCalled(this.#store, keys)
          .map(({ id, path }) => ({ file: documents.indexOf(id), path }))
          .filter(({ file }) => file !== -1),
      firstChunks,
      chunksOf: (file) => shelf.find(documents[file]!)?.chunks ?? [],
    });
  }

  /**
   * Returns how near the files of a pool are to the query; all files where there is no pool, if the model
   * is one to go by alone.
   */
  #meaningOf(
    { numbers, readsSentences }: QueryVector,
    { snapshot }: DocumentShelf,
    pool: readonly number[],
  ): Meaning | undefined {
    const { documents, firstChunks } = snapshot.files;
    if (pool.length === 0) {
      if (!readsSentences) return undefined;
      const cosines = this.#scanner!.score(numbers, snapshot);
      return meaningEvidence(cosines, firstChunks, documents.keys());
    }
    const files = pool.toSorted((a, b) => a - b);
    const cosines = this.#scanner!.score(numbers, snapshot, spansOf(snapshot, files));
    return meaningEvidence(cosines, firstChunks, files);
  }
}

/** Returns one byte a file: 1 where its document passes. */
function listAllowed(shelf: DocumentShelf, matches: DocumentMatcher): Uint8Array {
  const passing = new Set<number>();
  for (const facts of shelf.listFacts()) if (matches(facts)) passing.add(facts.id);
  return Uint8Array.from(shelf.snapshot.files.documents, (id) => passing.has(id) ? 1 : 0);
}

/** Returns the files of the pool with what the index knows of their documents. */
function listPool(shelf: DocumentShelf, pool: readonly number[]): PoolFile[] {
  const { documents, firstChunks } = shelf.snapshot.files;
  const names = shelf.namesOf(pool.map((file) => documents[file]!));
  return pool.map((file) => {
    const document = documents[file]!;
    const named = names.get(document);
    if (named === undefined) throw missing(document);
    const { path, kind, hash, definitions, name, kinds } = named;
    return {
      ...{ file, document, path, kind, hash, definitions, name, kinds },
      firstChunk: firstChunks[file]!,
      endChunk: firstChunks[file + 1]!,
    };
  });
}

/** Returns the error for a document that segments have chunks of, and that is not there under its number. */
function missing(document: number): RetrievalError {
  return new RetrievalError("index-damaged", `Cannot read document ${document}: it is missing`);
}

/**
 * Returns what the subjects of commits say of all files, or undefined without commits. Where there are few
 * commits they say less: no file then has a share of 1.
 */
function subjectEvidence(
  { subjects, snapshot: { files: { documents } } }: DocumentShelf,
  { terms }: QueryReading,
): FileScores | undefined {
  if (subjects.commits === 0) return undefined;
  const found = subjects.score(terms.map(({ term, count, weight = 1 }) => ({
    term,
    weight: weight * queryTermWeight(count),
  })));
  const scores = new Float64Array(documents.length);
  let highest = 0;
  for (let file = 0; found.size > 0 && file < documents.length; file++) {
    const score = found.get(documents[file]!) ?? 0;
    scores[file] = score;
    if (score > highest) highest = score;
  }
  return { scores, highest: highest / commitsWeight(subjects.commits) };
}

/**
 * Returns how near the names that some files define are to a query: for each the highest cosine of a run
 * of its names, 0 for one that defines nothing.
 *
 * These are read for the files of a pool only, one row each: a vector for every eight names of a tree
 * is a seventh of all vectors.
 *
 * @param options.query Of the model that the index is of.
 */
export function definitionsEvidence(
  shelf: DocumentShelf,
  pool: readonly number[],
  { query, scanner }: { readonly query: Float32Array; readonly scanner: VectorScanner },
): FileScores {
  const { documents } = shelf.snapshot.files;
  const vectors = shelf.vectorsOf(pool.map((file) => documents[file]!), query.length);
  const found = scanner.scoreGroups(query, pool.map((file) => vectors.get(documents[file]!)!));
  const scores = new Float32Array(documents.length);
  pool.forEach((file, i) => scores[file] = found[i]!);
  return { scores, highest: found.reduce((best, score) => Math.max(best, score), 0) };
}
