import {
  type Candidate,
  compareCandidates,
  type Explanation,
  saturateFiles,
  selectBest,
} from "@dossier/core/rank";
import { analyzeQuery, type QueryTerm } from "@dossier/core/text";
import { findDocument, listDocumentFacts, type StoredDocument } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import { type DocumentMatcher, openDocumentMatcher } from "./document_matcher.ts";
import { bm25fParameters, LexicalScorer } from "./lexical_scorer.ts";
import { type LexicalSnapshot, readLexicalSnapshot } from "./lexical_snapshot.ts";
import type { RetrievalRequest, Retriever } from "./retriever.ts";

/** Name of the step that lowers further chunks of the same file. */
export const FILE_SATURATION = "file-saturation";

/** Names of the ranking steps that a request may leave out. */
export const RANKING_STEPS: readonly string[] = ["symbols", "heading", "path", FILE_SATURATION];

/**
 * How many chunks are taken for each candidate asked for, before further chunks of the same file are
 * lowered, and how many at least: enough for a file at the end of the list not to be crowded out by
 * the many chunks of the files before it.
 */
const POOL_FACTOR = 4;
const MIN_POOL = 200;

/** Proposes chunks by BM25F over the postings of an index. */
export class LexicalRetriever implements Retriever {
  readonly name = "lexical";
  readonly #store: Store;
  #snapshot: { readonly version: string; readonly value: LexicalSnapshot } | undefined;

  /** Makes a retriever over an open index, which stays the caller's to close. */
  constructor(store: Store) {
    this.#store = store;
  }

  /** Returns the best chunks for the request's words, best first. */
  async retrieve(request: RetrievalRequest): Promise<readonly Candidate[]> {
    const terms = analyzeQuery(request.query);
    const matches = await openDocumentMatcher(request.filter);
    if (terms.length === 0 || request.limit < 1) return [];
    const candidates = this.#store.read(() => this.#candidates(terms, request, matches));
    const ranked = request.disabled?.has(FILE_SATURATION)
      ? candidates.toSorted(compareCandidates)
      : saturateFiles(candidates);
    return ranked.slice(0, request.limit);
  }

  #candidates(
    terms: readonly QueryTerm[],
    { limit, disabled, explain = false }: RetrievalRequest,
    matches: DocumentMatcher | undefined,
  ): Candidate[] {
    const snapshot = this.#currentSnapshot();
    const scorer = new LexicalScorer(this.#store, snapshot, bm25fParameters(disabled));
    const scores = scorer.score(terms);
    const pool = Math.max(limit * POOL_FACTOR, MIN_POOL);
    const best = selectBest(scores, pool, matches && this.#allowedChunks(snapshot, matches));
    const explanations = explain ? scorer.explain(terms, best) : undefined;
    const documents = new Map<number, StoredDocument | undefined>();
    return best.flatMap((chunk) => {
      const id = snapshot.documents[chunk]!;
      if (!documents.has(id)) documents.set(id, findDocument(this.#store, id));
      const document = documents.get(id);
      const place = document?.chunks[chunk - snapshot.firstChunks[chunk]!];
      if (document === undefined || place === undefined) return [];
      return [toCandidate(document, place, scores[chunk]!, explanations?.get(chunk))];
    }).sort(compareCandidates).slice(0, pool);
  }

  /** Returns the snapshot of the current state, read anew only when the index has changed. */
  #currentSnapshot(): LexicalSnapshot {
    const version = this.#store.dataVersion();
    if (this.#snapshot?.version !== version) {
      this.#snapshot = { version, value: readLexicalSnapshot(this.#store) };
    }
    return this.#snapshot.value;
  }

  /** Returns one byte a chunk: 1 where the chunk's document passes. */
  #allowedChunks(snapshot: LexicalSnapshot, matches: DocumentMatcher): Uint8Array {
    const passing = new Set<number>();
    for (const facts of listDocumentFacts(this.#store)) if (matches(facts)) passing.add(facts.id);
    return Uint8Array.from(snapshot.documents, (document) => passing.has(document) ? 1 : 0);
  }
}

function toCandidate(
  { path, language, kind }: StoredDocument,
  { startLine, endLine, label }: { startLine: number; endLine: number; label: string },
  score: number,
  explanation: Explanation | undefined,
): Candidate {
  return {
    path,
    language,
    kind,
    startLine,
    endLine,
    ...(label === "" ? {} : { symbol: label }),
    score,
    ...(explanation === undefined ? {} : { explanation }),
  };
}
