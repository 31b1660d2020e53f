import type { Sql, StateStore } from "@dossier/retrieval/state";

/** Maximum number of writes of one transaction, so that others can write too. */
const MAX_WORKS = 64;

/** A write that waits for its transaction. */
interface Waiting {
  readonly work: (sql: Sql) => Promise<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The waiting writes of a state; a state without an entry has none in progress. */
const QUEUES = new WeakMap<StateStore, Waiting[]>();

/**
 * Does what `state.write()` does, in one transaction with other writes that wait at the same
 * moment, in their order, so that there is one wait for the disk. When one of them fails, each is
 * repeated separately: `work` must change nothing but the state.
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
    drain(state, queue);
  } else {
    waiting.push({ work, resolve, reject });
  }
  return await promise as Result;
}

async function drain(state: StateStore, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) await writeWaiting(state, queue);
  QUEUES.delete(state);
}

/** Runs the writes of a queue in one transaction, including those that arrive meanwhile. */
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
    // When a transaction cannot even begin, all waiting writes fail.
    if (taken.length === 0) taken.push(...queue.splice(0));
    const isOneOfMany = isWorking && taken.length > 1;
    for (const { work, resolve, reject } of taken) {
      if (isOneOfMany) await state.write(work).then(resolve, reject);
      else reject(error);
    }
  }
}
