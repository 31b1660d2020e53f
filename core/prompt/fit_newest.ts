/** Newest items that fit a budget. */
export interface NewestFit {
  /** Index of the oldest item that fits; the number of all items when none fits. */
  readonly first: number;
  /** Remaining budget. */
  readonly left: number;
}

/**
 * Returns the items that fit, from the newest back to the first one that does not. An exact fit is
 * included.
 */
export function fitNewest<Item>(
  items: readonly Item[],
  { budget, cost }: { readonly budget: number; readonly cost: (item: Item) => number },
): NewestFit {
  let left = budget;
  let first = items.length;
  while (first > 0) {
    const price = cost(items[first - 1] as Item);
    if (price > left) break;
    left -= price;
    first--;
  }
  return { first, left };
}
