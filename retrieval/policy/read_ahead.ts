import { cutBatches } from "./map_batches.ts";
import type { Policies } from "./policies.ts";

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
