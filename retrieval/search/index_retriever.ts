import type { Candidate } from "@dossier/core";
import {
  askedKinds,
  compareCandidates,
  idfExponent,
  type QueryTraits,
  scoreFile,
  verbosity,
} from "@dossier/core/rank";
import { analyzeQuery } from "@dossier/core/text";
import type { QueryVector } from "../embed/mod.ts";
import { findMeta, type Store, type VectorScanner } from "../index/mod.ts";
import { LINE, NAMED_SYMBOL, openChunkEvidence } from "./chunk_evidence.ts";
import { openLabels } from "./open_labels.ts";
import { namedSymbolEvidence } from "./named_symbol_evidence.ts";
import { definitionsEvidence } from "./definitions_evidence.ts";
import { type DocumentMatcher, openDocumentMatcher } from "./document_matcher.ts";
import { DocumentShelf } from "./document_shelf.ts";
import { explainCandidates } from "./explain_candidates.ts";
import { findUnknownSymbols, type UnknownSymbol } from "./find_unknown_symbols.ts";
import { choosePool, lexicalEvidence, type PoolEvidence } from "./file_pool.ts";
import { bm25fParameters, LexicalScorer } from "./lexical_scorer.ts";
import { type LexicalSnapshot, readLexicalSnapshot } from "./lexical_snapshot.ts";
import { type Meaning, meaningEvidence } from "./meaning_evidence.ts";
import { mentionEvidence } from "./mention_evidence.ts";
import { phraseChunks } from "./phrase_chunks.ts";
import type { QueryText } from "./query_text.ts";
import { nearestFiles } from "./nearest_files.ts";
import { rankChunks, type RankedChunk } from "./rank_chunks.ts";
import { readFileEvidence } from "./read_file_evidence.ts";
import { type NamedFile, type ReadQuery, readQuery } from "./read_query.ts";
import type { RetrievalRequest, Retriever } from "./retriever.ts";
import { subjectEvidence } from "./subject_evidence.ts";
import { toCandidates } from "./to_candidates.ts";

/**
 * Files whose names are compared with the query, and so of which there are results. As many whatever
 * the limit: a file that comes into view with a higher one could come first.
 */
const POOL_FILES = 100;

/** What the idf is raised to when that step is left out. */
const PLAIN = 1;

/** Proposes chunks by everything that an index knows of them and of their files. */
export class IndexRetriever implements Retriever {
  readonly name = "index";
  readonly #store: Store;
  #scanner: VectorScanner | undefined;
  #shelf: DocumentShelf | undefined;

  /** Makes a retriever over an open index, which stays the caller's to close. */
  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the best chunks for the request, best first. */
  async retrieve(request: RetrievalRequest): Promise<readonly Candidate[]> {
    const query = await readQuery(request.query, request.disabled);
    const matches = await openDocumentMatcher(request.filter, request.isServed);
    if (query.terms.length === 0 || request.limit < 1) return [];
    if (request.vector !== undefined && this.#scanner === undefined) {
      // Imported only here, as there may be no embedder.
      const { VectorScanner } = await import("../index/local/vectors/vector_scanner.ts");
      this.#scanner ??= new VectorScanner(this.#store);
    }
    return this.#store.read(() => this.#retrieve(query, request, matches));
  }

  /**
   * Returns what a query names like a symbol and the tree has nowhere, where it defines something that
   * goes by a similar name, in documents that may be served.
   */
  findUnknownSymbols(
    query: QueryText,
    isServed: (path: string) => boolean,
  ): Promise<readonly UnknownSymbol[]> {
    return findUnknownSymbols(query, {
      listMissing: (names) =>
        names.length === 0 ? [] : this.#store.read(() => {
          const scorer = new LexicalScorer(this.#store, readLexicalSnapshot(this.#store));
          // The first term of a name is all of it.
          return names.filter((name) => !scorer.occurs(analyzeQuery(name)[0]?.term ?? ""));
        }),
      listDefinitions: () => this.#store.read(() => this.#openShelf().listDefinitions()),
      isServed,
    });
  }

  #retrieve(
    asked: ReadQuery,
    { limit, vector, phrases = [], disabled = new Set(), explain = false }: RetrievalRequest,
    matches: DocumentMatcher | undefined,
  ): Candidate[] {
    const { terms, symbols = [] } = asked;
    const shelf = this.#openShelf();
    const { snapshot } = shelf;
    const words = terms.filter(({ part }) => !part).length;
    const scorer = new LexicalScorer(this.#store, snapshot, {
      parameters: bm25fParameters(disabled),
      exponent: disabled.has("idf-exponent") ? PLAIN : idfExponent(words),
    });
    const scores = scorer.score(terms);
    const known = new Set(terms.map(({ term }) => term));
    const traits: QueryTraits = { verbosity: verbosity(words), asked: askedKinds(known) };
    const mention = mentionEvidence(this.#store, shelf, asked);
    const evidence: PoolEvidence = {
      ...lexicalEvidence(scores, snapshot),
      subjects: disabled.has("subjects")
        ? undefined
        : subjectEvidence(shelf.subjects, snapshot, terms),
      mention: disabled.has("mention") ? undefined : mention?.files,
    };
    const allowed = matches && listAllowed(shelf, matches);
    const holders = phrases.length === 0 ? undefined : phraseChunks(scorer, phrases, {
      scores: scores.chunks,
      isAllowed: (chunk) => allowed === undefined || allowed[snapshot.fileOf[chunk]!] === 1,
    });
    const chosenFiles = choosePool(evidence, { limit: POOL_FILES, disabled, allowed });
    const found = holders === undefined
      ? chosenFiles
      : [...new Set([...chosenFiles, ...[...holders].map((chunk) => snapshot.fileOf[chunk]!)])];
    const isByMeaning = found.length === 0;
    const model = vector && this.#isOfModel(vector) ? vector : undefined;
    const meaning = model && !disabled.has("meaning")
      ? this.#meaningOf(model, snapshot, found)
      : undefined;
    const pool = isByMeaning ? nearestFiles(meaning?.files, { limit: POOL_FILES, allowed }) : found;
    const named = disabled.has(NAMED_SYMBOL) ? undefined : namedSymbolEvidence(scorer, symbols, {
      isInPool: openSet(pool),
      labelOf: openLabels(shelf),
      asked: traits.verbosity === 0,
    });
    const scanner = this.#scanner;
    const definitions = model && scanner && !disabled.has("definitions")
      ? definitionsEvidence(shelf, pool, { query: model.numbers, scanner })
      : undefined;
    const files = readFileEvidence(shelf, pool, {
      evidence,
      meaning: meaning?.files,
      definitions,
      terms: known,
      symbolOf: openSymbolValue(named?.files, asked),
    })
      .map((found) => ({
        ...found,
        score: scoreFile(found.evidence, { query: traits, disabled }),
      }))
      // Where steps are left out there may be nothing left that speaks for a file.
      .filter(({ score }) => score > 0);
    const chunkEvidence = openChunkEvidence(scores.chunks, {
      highest: evidence.chunks.highestChunk,
      meaning,
      definitions: named?.chunks,
      lines: disabled.has(LINE) ? undefined : mention?.chunks,
    });
    const ranked = rankChunks(files, {
      limit,
      snapshot,
      evidence: chunkEvidence,
      kept: holders,
      disabled,
    });
    const chosen = takeWithTies(ranked, limit, holders);
    const explanations = explain
      ? explainCandidates(chosen, {
        files,
        scorer,
        terms,
        scores,
        chunkEvidence,
        shares: { ...evidence, meaning: meaning?.files, definitions },
        snapshot,
        traits,
        disabled,
        isByMeaning,
      })
      : undefined;
    return toCandidates(shelf, chosen, { explanations, isByMeaning, holders })
      .sort(compareCandidates).filter(({ hasPhraseWords }, i) => i < limit || hasPhraseWords);
  }

  /** Returns whether the index holds vectors of a query's model. */
  #isOfModel({ fingerprint }: QueryVector): boolean {
    return findMeta(this.#store, "embedder") === fingerprint;
  }

  /**
   * Returns how near the files of a pool are to the query; all files where there is no pool, if the model
   * is one to go by alone.
   */
  #meaningOf(
    { numbers, readsSentences }: QueryVector,
    snapshot: LexicalSnapshot,
    pool: readonly number[],
  ): Meaning | undefined {
    const { documents, firstChunks } = snapshot.files;
    if (pool.length === 0) {
      if (!readsSentences) return undefined;
      const cosines = this.#scanner?.score(numbers, snapshot);
      return cosines && meaningEvidence(cosines, snapshot, documents.keys());
    }
    const files = pool.toSorted((a, b) => a - b);
    const spans = files.map((file) => ({ first: firstChunks[file]!, end: firstChunks[file + 1]! }));
    const cosines = this.#scanner?.score(numbers, snapshot, spans);
    return cosines && meaningEvidence(cosines, snapshot, files);
  }

  /** Returns what was read of the documents in the caller's transaction. */
  #openShelf(): DocumentShelf {
    const snapshot = readLexicalSnapshot(this.#store);
    if (this.#shelf?.snapshot !== snapshot) this.#shelf = new DocumentShelf(this.#store, snapshot);
    return this.#shelf;
  }
}

/** Returns one byte a file: 1 where its document passes. */
function listAllowed(shelf: DocumentShelf, matches: DocumentMatcher): Uint8Array {
  const passing = new Set<number>();
  for (const facts of shelf.listFacts()) if (matches(facts)) passing.add(facts.id);
  return Uint8Array.from(shelf.snapshot.files.documents, (id) => passing.has(id) ? 1 : 0);
}

/**
 * Returns what says how surely a file defines a symbol of a query: by the labels of its chunks, and by its
 * definitions unless the query is nothing but a symbol that is the label of some chunk.
 */
function openSymbolValue(
  labelled: ReadonlyMap<number, number> | undefined,
  { isSymbol, matchSymbols = () => 0 }: Pick<ReadQuery, "isSymbol" | "matchSymbols">,
): (file: number, named: NamedFile) => number {
  const isFound = isSymbol && labelled !== undefined && labelled.size > 0;
  return (file, named) => Math.max(labelled?.get(file) ?? 0, isFound ? 0 : matchSymbols(named));
}

/** Returns what tells whether a number is one of those given. */
function openSet(numbers: readonly number[]): (number: number) => boolean {
  const known = new Set(numbers);
  return (number) => known.has(number);
}

/**
 * Returns the best `limit` chunks, all that equal the last of them, and those to keep: which of equals come
 * first is for their paths to say, and those are not known yet.
 */
function takeWithTies(
  chunks: readonly RankedChunk[],
  limit: number,
  kept: ReadonlySet<number> = new Set(),
): RankedChunk[] {
  const sorted = chunks.toSorted((a, b) => b.score - a.score);
  const lowest = sorted[Math.min(limit, sorted.length) - 1]?.score ?? 0;
  return sorted.filter(({ chunk, score }) => score >= lowest || kept.has(chunk));
}
