/**
 * Returns groups of so many of some items, in each of which the first is asked about: every item is first once. The
 * others are those behind it, at distances that spread over the list.
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
