/** Why a document has no place: the budget is too small for it, or as many as planned are in. */
export type UnfilledReason = "budget" | "limit";

/** A document that has no place. */
export interface Unfilled<Document> {
  /** The document as it was given. */
  readonly document: Document;
  /** Why it has no place. */
  readonly reason: UnfilledReason;
  /** What it would have cost; absent where that was not asked. */
  readonly tokens?: number;
}

/** What {@link fillSlot} chose, and what it did not; both in the order given. */
export interface FilledSlot<Document> {
  /** Documents with a place, and what each costs. */
  readonly taken: readonly { readonly document: Document; readonly tokens: number }[];
  /** Documents without one. */
  readonly left: readonly Unfilled<Document>[];
  /** What the documents taken cost together: at most the slot. */
  readonly tokens: number;
}

/** What {@link fillSlot} needs next to the documents. */
export interface FillOptions<Document> {
  /** Documents to take at most: K. */
  readonly count: number;
  /** Tokens that they may cost together. */
  readonly slotTokens: number;
  /** Returns what a document costs as it is shown; not asked once `count` documents are in. */
  readonly cost: (document: Document) => number;
}

/**
 * Takes documents in the order given until there are `count`: each that fits what is left of the slot
 * is in, each that does not is passed over, so that a later, smaller one may still fit.
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
