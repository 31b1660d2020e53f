/** How much of an answer over several repositories each may have, as shares from 0 to 1. */
export interface Quotas {
  /** Most of one repository, as long as others have something. */
  readonly most: number;
  /** Least of each repository that has so much. */
  readonly least: number;
}

/**
 * What repositories have where nobody says otherwise. Of 421 questions about one of 2, 5 and 10 repositories it found
 * .903, .884 and .872 of the targets among ten results, .899, .884 and .870 without quotas, and .899 when only the right
 * one is asked; docs/decisions/24-several-repositories.md has more.
 */
export const DEFAULT_QUOTAS: Quotas = { most: 0.8, least: 0 };

/** Returns whether quotas leave every order as it is. */
export function isUnbound({ most, least }: Quotas): boolean {
  return most >= 1 && least <= 0;
}

/**
 * Returns ranked items in an order in which every beginning keeps the quotas as far as there are items for it: of its
 * length a repository has at most a share, rounded up, and at least a share, rounded down.
 *
 * @param items Best first.
 * @param groupOf Returns what an item counts for.
 *
 * @example
 * ```ts
 * import { keepQuotas } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const order = keepQuotas(["a1", "a2", "a3", "b1"], (item) => item[0]!, { most: 0.5, least: 0 });
 * assert.deepEqual(order, ["a1", "b1", "a2", "a3"]);
 * ```
 */
export function keepQuotas<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  quotas: Quotas,
): readonly Item[] {
  if (isUnbound(quotas)) return items;
  const { most, least } = quotas;
  const queues = [...Map.groupBy(items.entries(), ([, item]) => groupOf(item)).values()]
    .map((entries) => ({ entries, taken: 0 }));
  const kept: Item[] = [];
  while (kept.length < items.length) {
    const length = kept.length + 1;
    const open = queues.filter(({ entries, taken }) => taken < entries.length);
    const short = open.filter(({ taken }) => taken < Math.floor(least * length));
    const allowed = open.filter(({ taken }) => taken < Math.max(1, Math.ceil(most * length)));
    const [first, ...others] = [short, allowed, open].find((each) => each.length > 0)!;
    const placeOf = ({ entries, taken }: typeof open[number]) => entries[taken]![0];
    const next = others.reduce((best, one) => placeOf(one) < placeOf(best) ? one : best, first!);
    kept.push(next.entries[next.taken++]![1]);
  }
  return kept;
}
