import type { Policies } from "./policies.ts";

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

/**
 * Yields what asks for items, in its order, once these have been read: some at once, and no more than these before they
 * are needed. Of what fails, the first that is asked for is told, not the first that was read.
 */
export async function* readAhead<Asking>(
  asking: readonly Asking[],
  { toId, policies }: {
    readonly toId: (one: Asking) => string | undefined;
    readonly policies: Policies;
  },
): AsyncGenerator<Asking> {
  for (const batch of cutBatches(asking)) {
    const ids = batch.map(toId).filter((id) => id !== undefined);
    await Promise.all(ids.map((id) => policies.findKnowledge(id).catch(() => undefined)));
    yield* batch;
  }
}
