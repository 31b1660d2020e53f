import type { QuestionKind, ToldQuestion } from "@dossier/core/part";
import {
  type CorpusStatistics,
  countCorpus,
  type Evidence,
  isAnsweredByDocuments,
  joinEvidence,
  type PoolFile,
  type QueryVector,
  type RankedChunk,
  rankEvidence,
  sumCorpora,
} from "@dossier/core/rank";
import {
  type EvidenceRequest,
  type IndexReader,
  type KnownDocument,
  readEvidence,
} from "../index/mod.ts";
import type { QueryText } from "./query_text.ts";
import { type InterpretedQuery, interpretQuery } from "./interpret_query.ts";

/** A query and how it is answered. */
export interface RetrievalRequest
  extends Pick<EvidenceRequest, "phrases" | "filter" | "isAllowed" | "explain"> {
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

/** An index that is asked. */
export interface QueriedIndex<Request extends RetrievalRequest = RetrievalRequest> {
  /** Name of its repository, where several are asked. */
  readonly repository?: string;
  readonly index: IndexReader;
  readonly request: Request;
}

/** Whose statistics words are weighed by, where several indexes are asked. */
export interface ScaleOptions {
  /** Whether words are as rare as in all indexes together, or as in each. @default "summed" */
  readonly statistics?: "summed" | "own" | undefined;
}

/** How often evidence is gathered anew, as the index has changed before its documents were read. */
const MAX_TRIES = 3;

/** What a question may be after whose words tell nothing else. */
const OPEN_KINDS: ReadonlySet<QuestionKind> = new Set(["broad", "code"]);

/** What tells that a question is for documents, where its words do not. */
const DOCUMENTS_BY_TREE: ToldQuestion = {
  kind: "documentation",
  because: "its words occur together in documents",
};

/** What an index says of a query, and how that is read. */
export interface QueryEvidence {
  readonly evidence: Evidence;
  readonly query: InterpretedQuery;
}

/** The chunks of an index as they are ranked, with the documents of some of their files. */
export interface RankedIndex {
  readonly evidence: Evidence;
  readonly ranked: readonly RankedChunk[];
  readonly documents: ReadonlyMap<number, KnownDocument>;
  readonly options: { readonly query: InterpretedQuery } & Parameters<typeof rankEvidence>[1];
}

/**
 * Returns the ranked chunks of each index with the documents of some of their files, with scores on one scale;
 * undefined for an index that is asked for nothing.
 *
 * @param choose Returns the files whose documents are read, of the index at a place in the list.
 */
export async function rankIndexes(
  asked: readonly QueriedIndex[],
  choose: (
    found: QueryEvidence & { readonly ranked: readonly RankedChunk[] },
    at: number,
  ) => readonly PoolFile[],
  options: ScaleOptions = {},
): Promise<readonly (RankedIndex | undefined)[]> {
  const queries = await Promise.all(
    asked.map(({ request: { query, disabled, kind } }) =>
      interpretQuery(query, { disabled, kind })
    ),
  );
  const taking = [...asked.keys()].filter((at) =>
    queries[at]!.terms.length > 0 && asked[at]!.request.limit >= 1
  );
  const statistics = taking.length > 1 && options.statistics !== "own"
    ? await sumStatistics(taking.map((at) => ({ index: asked[at]!.index, query: queries[at]! })))
    : undefined;
  const gather = (at: number) => {
    const { index, request } = asked[at]!;
    const { query: _text, limit: _limit, kind: _kind, isByFile: _isByFile, ...wanted } = request;
    const { disabled = new Set(), explain = false } = request;
    return readEvidence(index, { ...wanted, query: queries[at]!, disabled, explain, statistics });
  };
  const settle = (raw: readonly Evidence[]): readonly QueryEvidence[] =>
    scaleEvidence(
      taking.map((at, i) => ({ ...asked[at]!, query: queries[at]!, evidence: raw[i]! })),
    );
  const raw = await Promise.all(taking.map(gather));
  const first = settle(raw);
  const ranked = await Promise.all(taking.map(async (at, i): Promise<RankedIndex> => {
    const { index, request: { limit, disabled = new Set(), isByFile } } = asked[at]!;
    let standing = first[i]!;
    for (let tries = 1;; tries++) {
      const { evidence, query } = standing;
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
      standing = settle(raw.with(i, await gather(at)))[i]!;
    }
  }));
  return asked.map((_, at) => ranked[taking.indexOf(at)]);
}

/** Returns the statistics of all indexes for all terms that any is asked for. */
async function sumStatistics(
  asked: readonly { readonly index: IndexReader; readonly query: InterpretedQuery }[],
): Promise<CorpusStatistics> {
  const terms = new Set(
    asked.flatMap(({ query: { terms, nameTerms = [] } }) =>
      [...terms, ...nameTerms].map(({ term }) => term)
    ),
  );
  const counted = asked.map(({ index }) => index.withView((view) => countCorpus(view, terms)));
  return sumCorpora(await Promise.all(counted));
}

/** Returns what each index says on one scale, and what the query is after by what all of them have for it. */
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
    query: isForDocuments ? { ...query, isDocumentary: true, question: DOCUMENTS_BY_TREE } : query,
  }));
}
