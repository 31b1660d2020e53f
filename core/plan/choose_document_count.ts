/** What the number of documents depends on, next to the complexity. */
export interface DocumentCountOptions {
  /** Documents that the issue links to. */
  readonly links: number;
  /** Most documents of a bundle, links or not. */
  readonly cap: number;
}

/** Documents of the most complex task. */
const FULL_COUNT = 5;

/** Of the documents that an issue links to, so many are taken whatever its complexity. */
export const LINKED_FLOOR = 2;

/**
 * Returns how many documents a task gets at most.
 *
 * @param complexity From 0 to 1: below .1 there is none, from .9 on there are five.
 *
 * @example
 * ```ts
 * import { chooseDocumentCount } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(chooseDocumentCount(0.43, { links: 0, cap: 5 }), 2);
 * assert.equal(chooseDocumentCount(0.05, { links: 1, cap: 5 }), 1);
 * assert.equal(chooseDocumentCount(1, { links: 9, cap: 3 }), 3);
 * ```
 */
export function chooseDocumentCount(
  complexity: number,
  { links, cap }: DocumentCountOptions,
): number {
  const byComplexity = Math.floor(FULL_COUNT * complexity + 0.5);
  return Math.min(Math.max(byComplexity, Math.min(links, LINKED_FLOOR)), cap);
}
