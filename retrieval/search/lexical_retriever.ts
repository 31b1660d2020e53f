import type { Candidate, Explanation, QueryTerm } from "@dossier/core";
import {
  compareCandidates,
  explainProduct,
  explainValue,
  type SaturatedChunk,
  saturateFiles,
  type ScoredChunk,
  selectBest,
} from "@dossier/core/rank";
import { analyzeQuery } from "@dossier/core/text";
import {
  findDocument,
  listDocumentFacts,
  type StoredChunk,
  type StoredDocument,
} from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import { type DocumentMatcher, openDocumentMatcher } from "./document_matcher.ts";
import { bm25fParameters, LexicalScorer } from "./lexical_scorer.ts";
import {
  type LexicalSnapshot,
  locateChunk,
  markChunks,
  readLexicalSnapshot,
} from "./lexical_snapshot.ts";
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
    return this.#store.read(() => this.#retrieve(terms, request, matches));
  }

  #retrieve(
    terms: readonly QueryTerm[],
    { limit, disabled = new Set(), explain = false }: RetrievalRequest,
    matches: DocumentMatcher | undefined,
  ): Candidate[] {
    const snapshot = this.#currentSnapshot();
    const scorer = new LexicalScorer(this.#store, snapshot, bm25fParameters(disabled));
    const scores = scorer.score(terms);
    const pool = Math.max(limit * POOL_FACTOR, MIN_POOL);
    const best = selectBest(scores, pool, matches && this.#allowedChunks(snapshot, matches))
      .map((chunk) => ({ chunk, score: scores[chunk]!, ...locateChunk(snapshot, chunk) }));
    const ranked = disabled.has(FILE_SATURATION) ? best.map(unsaturated) : saturateFiles(best);
    const chosen = takeWithTies(ranked, limit);
    const explanations = explain
      ? scorer.explain(terms, chosen.map(({ chunk }) => chunk))
      : undefined;
    return this.#toCandidates(chosen, explanations).sort(compareCandidates).slice(0, limit);
  }

  /** Looks up the documents, those of chunks that were found first only once. */
  #toCandidates(
    chunks: readonly RankedChunk[],
    explanations: ReadonlyMap<number, Explanation> | undefined,
  ): Candidate[] {
    const documents = new Map<number, StoredDocument | undefined>();
    return chunks.flatMap((ranked) => {
      if (!documents.has(ranked.document)) {
        documents.set(ranked.document, findDocument(this.#store, ranked.document));
      }
      const document = documents.get(ranked.document);
      const place = document?.chunks[ranked.index];
      if (document === undefined || place === undefined) return [];
      return [toCandidate(document, place, ranked, explanations?.get(ranked.chunk))];
    });
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
    return markChunks(snapshot, (document) => passing.has(document));
  }
}

/** A chunk of the snapshot with its final score. */
type RankedChunk = SaturatedChunk<ScoredChunk & { readonly chunk: number }>;

function unsaturated(chunk: ScoredChunk & { readonly chunk: number }): RankedChunk {
  return { ...chunk, before: 0, factor: 1 };
}

/**
 * Returns the best `limit` chunks and all that equal the last of them: which of equals come first is
 * for their paths to say, and those are not known yet.
 */
function takeWithTies(chunks: readonly RankedChunk[], limit: number): RankedChunk[] {
  const sorted = chunks.toSorted((a, b) => b.score - a.score);
  const lowest = sorted[Math.min(limit, sorted.length) - 1]?.score ?? 0;
  return sorted.filter(({ score }) => score >= lowest);
}

function toCandidate(
  { path, language, kind, hash }: StoredDocument,
  { startLine, endLine, label }: StoredChunk,
  { score, before, factor }: RankedChunk,
  explanation: Explanation | undefined,
): Candidate {
  const candidate = {
    path,
    language,
    kind,
    documentHash: hash,
    startLine,
    endLine,
    ...(label === "" ? {} : { symbol: label }),
    score,
  };
  if (explanation === undefined) return candidate;
  if (before === 0) return { ...candidate, explanation };
  const saturation = explainValue(`file saturation: chunk ${before + 1} of its file`, factor);
  return { ...candidate, explanation: explainProduct("score", [explanation, saturation]) };
}
