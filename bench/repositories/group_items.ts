/**
 * Returns groups of a given size. The first item of each group is the queried one, and every item
 * is first once. The others come after it in the list, at distances that spread over the list.
 */
export function groupItems<Item>(
  items: readonly Item[],
  size: number,
): readonly (readonly Item[])[] {
  const step = Math.max(1, Math.floor(items.length / size));
  return items.map((_, first) =>
    Array.from(
      { length: Math.min(size, items.length) },
      (_, i) => items[(first + i * step) % items.length]!,
    )
  );
}
