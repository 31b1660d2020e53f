import type { Candidate } from "@dossier/core";
import { explainRanking, rankEvidence, toCandidates } from "@dossier/core/rank";
import type { QueryVector } from "../embed/mod.ts";
import type { EvidenceRequest, IndexReader, KnownDocument } from "../index/mod.ts";
import type { QueryText } from "./query_text.ts";
import { readQuery } from "./read_query.ts";

/** A query and how it is answered. */
export interface RetrievalRequest
  extends Pick<EvidenceRequest, "phrases" | "filter" | "isServed" | "explain"> {
  readonly query: QueryText;
  /** The query as a model reads it; without it the answer goes by words alone. */
  readonly vector?: QueryVector | undefined;
  /** Most candidates to return; a larger one never changes those that a smaller one returns. */
  readonly limit: number;
  readonly disabled?: ReadonlySet<string>;
}

/** How often evidence is gathered anew, as the index has changed before its documents were read. */
const MAX_TRIES = 3;

/**
 * Returns the best chunks for a query, best first, and beside them some that have all words of a phrase:
 * what an index says of the query, ranked.
 */
export async function retrieve(
  index: IndexReader,
  { query: text, limit, disabled = new Set(), explain = false, ...request }: RetrievalRequest,
): Promise<readonly Candidate[]> {
  const query = await readQuery(text, disabled);
  if (query.terms.length === 0 || limit < 1) return [];
  const options = { query, limit, disabled };
  for (let tries = 1;; tries++) {
    const evidence = await index.gatherEvidence({ ...request, query, disabled, explain });
    const ranked = rankEvidence(evidence, options);
    const files = new Map(ranked.map(({ file: { pool } }) => [pool.document, pool]));
    const documents = await index.readDocuments([...files.keys()]);
    const isSame = ({ id, hash }: KnownDocument) => files.get(id)?.hash === hash;
    const current = new Map([...documents].filter(([, document]) => isSame(document)));
    if (current.size < files.size && tries < MAX_TRIES) continue;
    const explanations = explain ? explainRanking(ranked, evidence, options) : undefined;
    return toCandidates(ranked, { evidence, documents: current, explanations, limit });
  }
}
