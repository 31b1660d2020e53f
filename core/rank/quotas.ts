/** Shares of an answer for each of several repositories, from 0 to 1. */
export interface Quotas {
  /** Maximum share of one repository, as long as others have further items. */
  readonly most: number;
  /** Minimum share of each repository with enough items. */
  readonly least: number;
}

/**
 * Default quotas of repositories. Measured with 421 questions, each about one of several
 * repositories: with 2, 5 and 10 repositories, ten results contain .903, .884 and .872 of the
 * targets. Without quotas they contain .899, .884 and .870, and .899 when only the right repository
 * is searched. See docs/decisions/24-several-repositories.md.
 */
export const DEFAULT_QUOTAS: Quotas = { most: 0.8, least: 0 };

/** Returns true when quotas change no order. */
export function isUnlimited({ most, least }: Quotas): boolean {
  return most >= 1 && least <= 0;
}

/**
 * Returns the items reordered so that every prefix of the list meets the quotas, as far as there
 * are enough items. In each prefix a repository has at most its maximum share, rounded up, and at
 * least its minimum share, rounded down.
 *
 * @param items Items, best first.
 * @param groupOf Returns the group of an item.
 *
 * @example
 * ```ts
 * import { applyQuotas } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const order = applyQuotas(["a1", "a2", "a3", "b1"], (item) => item[0]!, { most: 0.5, least: 0 });
 * assert.deepEqual(order, ["a1", "b1", "a2", "a3"]);
 * ```
 */
export function applyQuotas<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
  quotas: Quotas,
): readonly Item[] {
  if (isUnlimited(quotas)) return items;
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
