import type { Policies } from "./policies.ts";

/**
 * Files that are read at once: 32 take a third of the time of one by one, more are not faster, and
 * as many files may be open.
 */
const BATCH_SIZE = 32;

/** Returns the result for each element, in order; elements are processed in batches. */
export async function mapBatches<Element, Result>(
  elements: readonly Element[],
  toResult: (element: Element) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const batch of splitBatches(elements)) {
    results.push(...await Promise.all(batch.map(toResult)));
  }
  return results;
}

/** Returns elements in batches, each of at most as many as may be processed at once. */
export function splitBatches<Element>(
  elements: readonly Element[],
): readonly (readonly Element[])[] {
  const count = Math.ceil(elements.length / BATCH_SIZE);
  return Array.from(
    { length: count },
    (_, at) => elements.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
  );
}

/**
 * Yields requests in order, after the items of their batch have been read. Errors surface in the
 * order of the requests, not of the reads.
 */
export async function* readAhead<Asking>(
  asking: readonly Asking[],
  { toId, policies }: {
    readonly toId: (one: Asking) => string | undefined;
    readonly policies: Policies;
  },
): AsyncGenerator<Asking> {
  for (const batch of splitBatches(asking)) {
    const ids = batch.map(toId).filter((id) => id !== undefined);
    await Promise.all(ids.map((id) => policies.findKnowledge(id).catch(() => undefined)));
    yield* batch;
  }
}
