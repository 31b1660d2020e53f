import { chooseDocumentCount, LINKED_FLOOR, type TaskPlan } from "./plan_task.ts";
import type { DocumentEvidence, ScoredDocument } from "./score_documents.ts";

/** Chosen and omitted documents; both lists in the given order. */
export interface FilledSlot<Document> {
  readonly chosen: readonly Document[];
  /** Documents with the reason: it does not fit the budget, or all planned places are taken. */
  readonly omitted: readonly {
    readonly document: Document;
    readonly reason: "budget" | "limit";
  }[];
  /** Cost of all chosen documents, at most the slot. */
  readonly tokens: number;
}

/**
 * Returns the documents that fill the places of a plan: first linked ones, up to `LINKED_FLOOR`,
 * then by score. A place that exists only because of a link stays empty when no linked document
 * fits.
 *
 * @param documents Documents, best first, without irrelevant ones.
 * @param options.plan Maximum number of documents, and maximum tokens for all of them.
 * @param options.cost Returns the cost of a document in its shown form.
 */
export function fillDocuments<Scored extends ScoredDocument<DocumentEvidence>>(
  documents: readonly Scored[],
  { plan: { complexity, documents: count, maxDocuments, slotTokens }, cost }: {
    readonly plan: Pick<TaskPlan, "documents" | "maxDocuments" | "slotTokens"> & {
      readonly complexity: Pick<TaskPlan["complexity"], "value">;
    };
    readonly cost: (document: Scored) => number;
  },
): FilledSlot<Scored> {
  const linked = documents.filter(({ document }) => document.linked);
  const first = fillSlot(linked, { count: Math.min(LINKED_FLOOR, count), slotTokens, cost });
  const links = first.chosen.length;
  const tooLarge = new Map(
    first.omitted.filter(({ reason }) => reason === "budget").map((left) => [left.document, left]),
  );
  const others = fillSlot(documents.filter((document) => !first.chosen.includes(document)), {
    count: chooseDocumentCount(complexity.value, { links, cap: maxDocuments }) - links,
    slotTokens: slotTokens - first.tokens,
    cost,
  });
  return {
    chosen: [...first.chosen, ...others.chosen],
    // A document that was too large for a linked place keeps that reason.
    omitted: others.omitted.map((left) => tooLarge.get(left.document) ?? left),
    tokens: first.tokens + others.tokens,
  };
}

/**
 * Returns up to `count` documents in the given order. A document that does not fit the rest of the
 * slot is skipped, so that a smaller one may still fit.
 *
 * @param documents Documents, best first.
 * @param options.count Maximum number of documents.
 * @param options.slotTokens Maximum tokens for all of them.
 * @param options.cost Returns the cost of a document in its shown form. Not called after `count`
 * are chosen.
 */
export function fillSlot<Document>(
  documents: readonly Document[],
  { count, slotTokens, cost }: {
    readonly count: number;
    readonly slotTokens: number;
    readonly cost: (document: Document) => number;
  },
): FilledSlot<Document> {
  const taken: Document[] = [];
  const left: { document: Document; reason: "budget" | "limit" }[] = [];
  let used = 0;
  for (const document of documents) {
    if (taken.length >= count) {
      left.push({ document, reason: "limit" });
      continue;
    }
    const tokens = cost(document);
    if (used + tokens <= slotTokens) {
      used += tokens;
      taken.push(document);
    } else left.push({ document, reason: "budget" });
  }
  return { chosen: taken, omitted: left, tokens: used };
}
