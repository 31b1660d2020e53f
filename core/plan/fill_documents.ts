import { chooseDocumentCount, LINKED_FLOOR } from "./choose_document_count.ts";
import { type FilledSlot, fillSlot } from "./fill_slot.ts";
import type { TaskPlan } from "./plan_task.ts";
import type { DocumentEvidence, ScoredDocument } from "./score_documents.ts";

/** What {@link fillDocuments} needs next to the documents. */
export interface FillDocumentsOptions<Scored> {
  /** How many there may be, and how much they may cost together. */
  readonly plan: Pick<TaskPlan, "documents" | "maxDocuments" | "slotTokens"> & {
    readonly complexity: Pick<TaskPlan["complexity"], "value">;
  };
  /** Returns what a document costs as it is shown. */
  readonly cost: (document: Scored) => number;
}

/**
 * Gives documents the places of a task: the first ones to those that the issue links to, as many as it
 * gets places for whatever its complexity, the others by score. A place that there is only for a link
 * stays empty when no document that is linked fits.
 *
 * @param documents Best first; what is too little relevant left out.
 *
 * @example A link has its place, whatever it says
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
    // What was too large for a place of its own was so whatever places were left then.
    left: others.left.map((left) => tooLarge.get(left.document) ?? left),
    tokens: first.tokens + others.tokens,
  };
}
