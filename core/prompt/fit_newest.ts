/** How many of the newest fit into a budget. */
export interface NewestFit {
  /** Index of the oldest one that fits; the number of all when none does. */
  readonly first: number;
  /** What is left of the budget. */
  readonly left: number;
}

/** Returns how many fit, from the newest back to the first one that does not. An exact fit is in. */
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
