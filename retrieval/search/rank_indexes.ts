import type { ClassifiedQuestion, QuestionKind } from "@dossier/core/part";
import {
  type CorpusStatistics,
  countCorpus,
  type Evidence,
  isAnsweredByDocuments,
  joinEvidence,
  mergeCorpora,
  type PoolFile,
  type QueryVector,
  type RankedChunk,
  rankEvidence,
} from "@dossier/core/rank";
import {
  type EvidenceRequest,
  type IndexReader,
  type KnownDocument,
  readEvidence,
} from "../index/mod.ts";
import type { QueryText } from "./query_text.ts";
import { type InterpretedQuery, interpretQuery } from "./interpret_query.ts";

/** Query with options of the retrieval. */
export interface RetrievalRequest
  extends Pick<EvidenceRequest, "phrases" | "filter" | "isAllowed" | "explain"> {
  readonly query: QueryText;
  /** Vector of the query; without it, only words count. */
  readonly vector?: QueryVector | undefined;
  /** Maximum number of candidates; a larger limit never changes the results of a smaller one. */
  readonly limit: number;
  readonly disabled?: ReadonlySet<string>;
  /** Kind of question. @default the kind that its words indicate */
  readonly kind?: QuestionKind | undefined;
  /**
   * True when only the best chunk of each file is returned, besides those with a phrase. @default
   * false
   */
  readonly isByFile?: boolean | undefined;
}

/** Index to query. */
export interface QueriedIndex<Request extends RetrievalRequest = RetrievalRequest> {
  /** Name of its repository, when several are searched. */
  readonly repository?: string;
  readonly index: IndexReader;
  readonly request: Request;
}

/** Options of the statistics when several indexes are searched. */
export interface ScaleOptions {
  /** Statistics of words: of all indexes together, or of each index. @default "summed" */
  readonly statistics?: "summed" | "own" | undefined;
}

/**
 * Maximum number of attempts to gather evidence, when the index changes before its documents are
 * read.
 */
const MAX_TRIES = 3;

/** Kinds of questions whose words indicate nothing else. */
const OPEN_KINDS: ReadonlySet<QuestionKind> = new Set(["broad", "code"]);

/** Question that is for documents, by the evidence of the tree. */
const DOCUMENTS_BY_TREE: ClassifiedQuestion = {
  kind: "documentation",
  because: "its words occur together in documents",
};

/** Evidence of an index for a query, with the interpreted query. */
export interface QueryEvidence {
  readonly evidence: Evidence;
  readonly query: InterpretedQuery;
}

/** Ranked chunks of an index, with the documents of some of their files. */
export interface RankedIndex {
  readonly evidence: Evidence;
  readonly ranked: readonly RankedChunk[];
  readonly documents: ReadonlyMap<number, KnownDocument>;
  readonly options: { readonly query: InterpretedQuery } & Parameters<typeof rankEvidence>[1];
}

/**
 * Returns the ranked chunks of each index, with scores on one scale, and the documents of some of
 * their files; `undefined` for an index that is not queried.
 *
 * @param choose Returns the files whose documents are read, for the index at a position in the
 * list.
 */
export async function rankIndexes(
  indexes: readonly QueriedIndex[],
  choose: (
    found: QueryEvidence & { readonly ranked: readonly RankedChunk[] },
    at: number,
  ) => readonly PoolFile[],
  options: ScaleOptions = {},
): Promise<readonly (RankedIndex | undefined)[]> {
  const queries = await Promise.all(
    indexes.map(({ request: { query, disabled, kind } }) =>
      interpretQuery(query, { disabled, kind })
    ),
  );
  const queried = [...indexes.keys()].filter((at) =>
    queries[at]!.terms.length > 0 && indexes[at]!.request.limit >= 1
  );
  const statistics = queried.length > 1 && options.statistics !== "own"
    ? await sumStatistics(queried.map((at) => ({ index: indexes[at]!.index, query: queries[at]! })))
    : undefined;
  const gather = (at: number) => {
    const { index, request } = indexes[at]!;
    const { query: _text, limit: _limit, kind: _kind, isByFile: _isByFile, ...parameters } =
      request;
    const { disabled = new Set(), explain = false } = request;
    return readEvidence(index, {
      ...parameters,
      query: queries[at]!,
      disabled,
      explain,
      statistics,
    });
  };
  const scale = (raw: readonly Evidence[]): readonly QueryEvidence[] =>
    scaleEvidence(
      queried.map((at, i) => ({ ...indexes[at]!, query: queries[at]!, evidence: raw[i]! })),
    );
  const raw = await Promise.all(queried.map(gather));
  const first = scale(raw);
  const ranked = await Promise.all(queried.map(async (at, i): Promise<RankedIndex> => {
    const { index, request: { limit, disabled = new Set(), isByFile } } = indexes[at]!;
    let current = first[i]!;
    for (let tries = 1;; tries++) {
      const { evidence, query } = current;
      const options = { query, limit, disabled, isByFile };
      const ranked = rankEvidence(evidence, options);
      const chosen = choose({ evidence, ranked, query }, at);
      const files = new Map(chosen.map((pool) => [pool.document, pool]));
      const all = await index.readDocuments([...files.keys()]);
      const isSame = ({ id, hash }: KnownDocument) => files.get(id)?.hash === hash;
      const documents = new Map([...all].filter(([, document]) => isSame(document)));
      if (documents.size === files.size || tries >= MAX_TRIES) {
        return { evidence, ranked, documents, options };
      }
      current = scale(raw.with(i, await gather(at)))[i]!;
    }
  }));
  return indexes.map((_, at) => ranked[queried.indexOf(at)]);
}

/** Returns the summed statistics of all indexes for the terms of all queries. */
async function sumStatistics(
  indexes: readonly { readonly index: IndexReader; readonly query: InterpretedQuery }[],
): Promise<CorpusStatistics> {
  const terms = new Set(
    indexes.flatMap(({ query: { terms, nameTerms = [] } }) =>
      [...terms, ...nameTerms].map(({ term }) => term)
    ),
  );
  const counted = indexes.map(({ index }) => index.withView((view) => countCorpus(view, terms)));
  return mergeCorpora(await Promise.all(counted));
}

/**
 * Returns the evidence of each index on one scale, and the kind of question by the evidence of all
 * indexes.
 */
function scaleEvidence(
  all: readonly (QueriedIndex & QueryEvidence)[],
): readonly QueryEvidence[] {
  const own = all.map(({ evidence }) => evidence);
  const joined = all.length === 1
    ? own
    : joinEvidence(own, all.map(({ request }) => request.vector?.fingerprint));
  const [first] = all;
  if (first === undefined) return [];
  const isOpen = first.request.kind === undefined && OPEN_KINDS.has(first.query.question.kind);
  const isForDocuments = isOpen && isAnsweredByDocuments(joined, first.query);
  return all.map(({ query }, at) => ({
    evidence: joined[at]!,
    query: isForDocuments
      ? { ...query, asksForDocuments: true, question: DOCUMENTS_BY_TREE }
      : query,
  }));
}
