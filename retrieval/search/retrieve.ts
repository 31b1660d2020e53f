import type { Candidate } from "@dossier/core";
import type { LineEvidence } from "@dossier/core/query";
import type { ChunkEvidence, QuestionKind, ToldQuestion } from "@dossier/core/part";
import {
  type Evidence,
  explainRanking,
  isAnsweredByDocuments,
  type PathKind,
  type PoolFile,
  type QueryStrength,
  queryStrength,
  type QueryVector,
  type RankedChunk,
  type RankedFile,
  rankEvidence,
  toCandidates,
} from "@dossier/core/rank";
import {
  type EvidenceRequest,
  type IndexReader,
  type KnownDocument,
  readEvidence,
} from "../index/mod.ts";
import type { QueryText } from "./query_text.ts";
import { type ReadQuery, readQuery } from "./read_query.ts";

/** A query and how it is answered. */
export interface RetrievalRequest
  extends Pick<EvidenceRequest, "phrases" | "filter" | "isServed" | "explain"> {
  readonly query: QueryText;
  /** The query as a model reads it; without it the answer goes by words alone. */
  readonly vector?: QueryVector | undefined;
  /** Most candidates to return; a larger one never changes those that a smaller one returns. */
  readonly limit: number;
  readonly disabled?: ReadonlySet<string>;
  /** What the query is after. @default what it says itself */
  readonly kind?: QuestionKind | undefined;
  /** Whether of each file only the best chunk is wanted, beside those that hold a phrase. @default false */
  readonly isByFile?: boolean | undefined;
}

/** How often evidence is gathered anew, as the index has changed before its documents were read. */
const MAX_TRIES = 3;

/** A file that a query finds, with what its index says of each of its chunks. */
export interface FoundFile extends Pick<KnownDocument, "path" | "language" | "kind"> {
  /** The number of the document in its index. */
  readonly document: number;
  /** Content hash of the document that the chunks are of. */
  readonly documentHash: string;
  /** Higher is better; comparable inside one list only. */
  readonly score: number;
  readonly kinds: readonly PathKind[];
  readonly chunks: readonly ChunkEvidence[];
  /** Lines of it that the query names, and functions that may be in it. */
  readonly named: LineEvidence;
  /** Present when it is proposed for its meaning alone, as no word of the query is in the tree. */
  readonly byMeaning?: boolean;
  /** Present when it is behind the best, so that its name is all that is wanted. */
  readonly isFurther?: true;
}

/** Documents that are always among the files of a query, as a question may be about nothing but them. */
const MIN_PROSE = 4;

/** The same for a question that asks what people are told. */
const DOCUMENTATION_PROSE = 8;

/** What a question may be after whose words tell nothing else. */
const OPEN_KINDS: ReadonlySet<QuestionKind> = new Set(["broad", "code"]);

/** What tells that a question is for documents, where its words do not. */
const BY_TREE: ToldQuestion = {
  kind: "documentation",
  because: "its words stand together in documents",
};

/** Chunks with all words of a phrase whose files are looked at besides. */
const MAX_HOLDERS = 20;

/** Chunks whose files are looked at; the best files have several among them. */
const RANKED_CHUNKS = 400;

/**
 * Returns the best chunks for a query, best first, and beside them some that have all words of a phrase:
 * what an index says of the query, ranked.
 */
export async function retrieve(
  index: IndexReader,
  request: RetrievalRequest,
): Promise<readonly Candidate[]> {
  const found = await rank(index, request, ({ ranked }) => ranked.map(({ file }) => file.pool));
  if (found === undefined) return [];
  const { evidence, ranked, documents, options } = found;
  const explanations = request.explain ? explainRanking(ranked, evidence, options) : undefined;
  return toCandidates(ranked, { evidence, documents, explanations, limit: request.limit });
}

/** The best files for a query, and how it was read. */
export interface RetrievedFiles {
  /** Best first. */
  readonly files: readonly FoundFile[];
  /** The query, with what it is after: told by itself, or by what the tree has for it. */
  readonly query: ReadQuery;
  /** How strongly the index speaks to the query; undefined for a query without words. */
  readonly strength: QueryStrength | undefined;
}

/**
 * Returns the best files for a query, best first, with the evidence of their chunks, and behind them those
 * with a chunk that has all words of a phrase.
 *
 * @param request.limit Most files.
 * @param request.further Files behind them that are returned as well, to be named.
 */
export async function retrieveFiles(
  index: IndexReader,
  request: RetrievalRequest & { readonly further?: number },
): Promise<RetrievedFiles> {
  const { limit, further = 0 } = request;
  const behind = new Set<PoolFile>();
  const wanted = { ...request, limit: RANKED_CHUNKS };
  const found = await rank(index, wanted, ({ ranked, evidence, query: { isDocumentary } }) => {
    const best = [...new Set(ranked.map(({ file }) => file.pool))];
    const holding = new Set(
      ranked.filter(({ chunk }) => evidence.holders?.has(chunk)).slice(0, MAX_HOLDERS)
        .map(({ file }) => file.pool),
    );
    const prose = best.filter(({ kind }) => kind === "document").slice(
      0,
      isDocumentary ? DOCUMENTATION_PROSE : MIN_PROSE,
    );
    return best.filter((pool, at) => {
      if (at < limit || holding.has(pool) || prose.includes(pool)) return true;
      behind.add(pool);
      return at < limit + further;
    });
  });
  if (found === undefined) {
    return { files: [], query: await readQuery(request.query, request), strength: undefined };
  }
  const { evidence, ranked, documents, options: { query } } = found;
  const files = new Map(ranked.map(({ file }) => [file.pool.document, file]));
  const strength = queryStrength(evidence, files.values());
  return { query, files: [...files].flatMap(toFound), strength };

  function toFound([id, { pool, score }]: [number, RankedFile]): FoundFile[] {
    const document = documents.get(id);
    if (document === undefined) return [];
    const { path, language, kind, hash: documentHash, chunks } = document;
    return [{
      path,
      language,
      kind,
      document: id,
      documentHash,
      score,
      kinds: pool.kinds,
      chunks: chunks.map(({ startLine, endLine }, i) => {
        const chunk = pool.firstChunk + i;
        return {
          startLine,
          endLine,
          words: evidence.words[chunk] ?? 0,
          names: evidence.nameWords?.[chunk] ?? 0,
          cosine: evidence.cosines?.[chunk] || 0,
        };
      }),
      named: [...evidence.namedLines?.get(pool.file) ?? [], ...evidence.namedFunctions ?? []],
      ...(evidence.isByMeaning ? { byMeaning: true } : {}),
      ...(behind.has(pool) ? { isFurther: true } : {}),
    }];
  }
}

/**
 * Returns the ranked chunks with the documents of some of their files; undefined when nothing is asked for.
 *
 * @param choose Returns the files whose documents are read.
 */
async function rank(
  index: IndexReader,
  { query: text, limit, disabled = new Set(), kind, explain = false, isByFile, ...request }:
    RetrievalRequest,
  choose: (found: {
    readonly evidence: Evidence;
    readonly ranked: readonly RankedChunk[];
    readonly query: ReadQuery;
  }) => readonly PoolFile[],
) {
  const read = await readQuery(text, { disabled, kind });
  if (read.terms.length === 0 || limit < 1) return undefined;
  for (let tries = 1;; tries++) {
    const evidence = await readEvidence(index, { ...request, query: read, disabled, explain });
    const isOpen = kind === undefined && OPEN_KINDS.has(read.question.kind);
    const isForDocuments = isOpen && isAnsweredByDocuments(evidence, read);
    const query = isForDocuments ? { ...read, isDocumentary: true, question: BY_TREE } : read;
    const options = { query, limit, disabled, isByFile };
    const ranked = rankEvidence(evidence, options);
    const files = new Map(choose({ evidence, ranked, query }).map((pool) => [pool.document, pool]));
    const all = await index.readDocuments([...files.keys()]);
    const isSame = ({ id, hash }: KnownDocument) => files.get(id)?.hash === hash;
    const documents = new Map([...all].filter(([, document]) => isSame(document)));
    if (documents.size < files.size && tries < MAX_TRIES) continue;
    return { evidence, ranked, documents, options };
  }
}
