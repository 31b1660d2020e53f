/** Files that are read at once: with 32 it takes a third of the time, with more no less, and so many may be open. */
const AT_ONCE = 32;

/** Returns what becomes of each element, in their order; some of them are worked on at once. */
export async function mapBatches<Element, Result>(
  elements: readonly Element[],
  toResult: (element: Element) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const batch of cutBatches(elements)) {
    results.push(...await Promise.all(batch.map(toResult)));
  }
  return results;
}

/** Returns elements in parts, each of as many as may be worked on at once. */
export function cutBatches<Element>(
  elements: readonly Element[],
): readonly (readonly Element[])[] {
  const count = Math.ceil(elements.length / AT_ONCE);
  return Array.from({ length: count }, (_, at) => elements.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
}
