import { chooseDocumentCount, LINKED_FLOOR, type TaskPlan } from "./plan_task.ts";
import type { DocumentEvidence, ScoredDocument } from "./score_documents.ts";

/** Options of {@link fillDocuments}. */
export interface FillDocumentsOptions<Scored> {
  /** Most documents, and most tokens for all of them. */
  readonly plan: Pick<TaskPlan, "documents" | "maxDocuments" | "slotTokens"> & {
    readonly complexity: Pick<TaskPlan["complexity"], "value">;
  };
  /** Returns the cost of a document as it is shown. */
  readonly cost: (document: Scored) => number;
}

/**
 * Gives the places for documents: first to linked ones, up to `LINKED_FLOOR`, then by score. A place that
 * exists only because of a link stays empty when no linked document fits.
 *
 * @param documents Best first, without irrelevant ones.
 *
 * @example A linked document has a place, whatever its score
 * ```ts
 * import { fillDocuments, scoreDocuments } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const scored = scoreDocuments([
 *   { path: "docs/a.md", linked: false, bm25: 4, freshness: 1 },
 *   { path: "docs/b.md", linked: true, bm25: 1, freshness: 0.3 },
 * ], { settings: { alpha: 0.9, beta: 0, linkBoost: 0.2 }, embedded: false });
 * const { taken } = fillDocuments(scored, {
 *   plan: { complexity: { value: 0 }, documents: 1, maxDocuments: 5, slotTokens: 100 },
 *   cost: () => 50,
 * });
 * assert.deepEqual(taken.map(({ document }) => document.document.path), ["docs/b.md"]);
 * ```
 */
export function fillDocuments<Scored extends ScoredDocument<DocumentEvidence>>(
  documents: readonly Scored[],
  { plan: { complexity, documents: count, maxDocuments, slotTokens }, cost }: FillDocumentsOptions<
    Scored
  >,
): FilledSlot<Scored> {
  const linked = documents.filter(({ document }) => document.linked);
  const first = fillSlot(linked, { count: Math.min(LINKED_FLOOR, count), slotTokens, cost });
  const links = first.taken.length;
  const placed = new Set(first.taken.map(({ document }) => document));
  const tooLarge = new Map(
    first.left.filter(({ reason }) => reason === "budget").map((left) => [left.document, left]),
  );
  const others = fillSlot(documents.filter((document) => !placed.has(document)), {
    count: chooseDocumentCount(complexity.value, { links, cap: maxDocuments }) - links,
    slotTokens: slotTokens - first.tokens,
    cost,
  });
  return {
    taken: [...first.taken, ...others.taken],
    // A document that was too large for a linked place keeps that reason.
    left: others.left.map((left) => tooLarge.get(left.document) ?? left),
    tokens: first.tokens + others.tokens,
  };
}

/** Why a document has no place: it does not fit the budget, or all planned places are taken. */
export type UnfilledReason = "budget" | "limit";

/** A document that has no place. */
export interface Unfilled<Document> {
  /** The document. */
  readonly document: Document;
  /** Why it has no place. */
  readonly reason: UnfilledReason;
  /** Its cost; absent when it was not needed. */
  readonly tokens?: number;
}

/** The result of {@link fillSlot}; both lists in the order given. */
export interface FilledSlot<Document> {
  /** Documents with a place, and their costs. */
  readonly taken: readonly { readonly document: Document; readonly tokens: number }[];
  /** Documents without a place. */
  readonly left: readonly Unfilled<Document>[];
  /** Cost of all documents taken, at most the slot. */
  readonly tokens: number;
}

/** Options of {@link fillSlot}. */
export interface FillOptions<Document> {
  /** Most documents to take. */
  readonly count: number;
  /** Most tokens for all of them. */
  readonly slotTokens: number;
  /** Returns the cost of a document as it is shown. Not called once `count` documents are taken. */
  readonly cost: (document: Document) => number;
}

/**
 * Takes up to `count` documents in the order given. It passes over a document that does not fit the rest
 * of the slot, so that a smaller one may still fit.
 *
 * @param documents Best first.
 *
 * @example
 * ```ts
 * import { fillSlot } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const { taken, left } = fillSlot([60, 50, 40], {
 *   count: 2,
 *   slotTokens: 100,
 *   cost: (tokens) => tokens,
 * });
 * assert.deepEqual(taken.map(({ tokens }) => tokens), [60, 40]);
 * assert.deepEqual(left, [{ document: 50, reason: "budget", tokens: 50 }]);
 * ```
 */
export function fillSlot<Document>(
  documents: readonly Document[],
  { count, slotTokens, cost }: FillOptions<Document>,
): FilledSlot<Document> {
  const taken: { readonly document: Document; readonly tokens: number }[] = [];
  const left: Unfilled<Document>[] = [];
  let used = 0;
  for (const document of documents) {
    if (taken.length >= count) {
      left.push({ document, reason: "limit" });
      continue;
    }
    const tokens = cost(document);
    if (used + tokens <= slotTokens) {
      used += tokens;
      taken.push({ document, tokens });
    } else left.push({ document, reason: "budget", tokens });
  }
  return { taken, left, tokens: used };
}
