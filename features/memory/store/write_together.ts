import type { Sql, StateStore } from "@dossier/retrieval/state";

/** Most works of one transaction: others want to write as well. */
const MAX_WORKS = 64;

/** A work that waits for its transaction. */
interface Waiting {
  readonly work: (sql: Sql) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The works that wait for a state; a state without has none under way either. */
const QUEUES = new WeakMap<StateStore, Waiting[]>();

/**
 * Does what `state.write()` does, in one transaction with other works that wait at the same moment and in the order in
 * which they came, so that the disk is waited for once. When one of them fails, each is done again by itself: a work
 * must change nothing but the state.
 */
export async function writeTogether<Result>(
  state: StateStore,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const waiting = QUEUES.get(state);
  if (waiting === undefined) {
    const queue = [{ work, resolve, reject }];
    QUEUES.set(state, queue);
    empty(state, queue);
  } else {
    waiting.push({ work, resolve, reject });
  }
  return await promise as Result;
}

async function empty(state: StateStore, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) await writeWaiting(state, queue);
  QUEUES.delete(state);
}

/** Does the works of a queue in one transaction, also those that come meanwhile. */
async function writeWaiting(state: StateStore, queue: Waiting[]): Promise<void> {
  const taken: Waiting[] = [];
  let isWorking = true;
  try {
    const results: unknown[] = [];
    await state.write(async (sql) => {
      while (queue.length > 0 && taken.length < MAX_WORKS) {
        const one = queue.shift()!;
        taken.push(one);
        results.push(await one.work(sql));
      }
      isWorking = false;
    });
    taken.forEach(({ resolve }, at) => resolve(results[at]));
  } catch (error) {
    // Nobody waits behind a transaction that can not even begin.
    if (taken.length === 0) taken.push(...queue.splice(0));
    const isOneOfMany = isWorking && taken.length > 1;
    for (const { work, resolve, reject } of taken) {
      if (isOneOfMany) await state.write(work).then(resolve, reject);
      else reject(error);
    }
  }
}
