import type { IndexProgress } from "../index/mod.ts";
import type { IndexReader } from "../index/mod.ts";
import type { Lease } from "../lease/mod.ts";
import type { FreshnessOptions } from "../search/mod.ts";

/** What opens the index of one tree; an engine. */
export interface LeasingEngine {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Has `work` done with a lease on the index; once more with another when the index turns out to be damaged. */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result>;
}

/** One of several repositories. */
export interface LeasedMember<Engine extends LeasingEngine = LeasingEngine> {
  /** Letters, digits and `._-`; of no other repository. */
  readonly name: string;
  readonly engine: Engine;
}

/** A repository with an open lease on its index. */
export interface HeldTree<Engine extends LeasingEngine = LeasingEngine>
  extends LeasedMember<Engine> {
  readonly lease: Lease;
}

/** Trees that are brought up to date at a time: each lists its files by a process of its own. */
const OPENED_AT_ONCE = 4;

/**
 * Has `work` done with leases on several indexes at once; once more with others when one of them turns out to be
 * damaged, which only that one's engine repairs.
 *
 * @throws What opening a lease throws, and what `work` throws.
 */
export async function withLeases<Engine extends LeasingEngine, Result>(
  members: readonly LeasedMember<Engine>[],
  options: FreshnessOptions,
  work: (held: readonly HeldTree<Engine>[]) => Promise<Result>,
): Promise<Result> {
  const failures = new Map<unknown, LeasedMember<Engine>>();
  const attempt = () => holdAll(members, options, { work, failures });
  try {
    return await attempt();
  } catch (error) {
    const owner = failures.get(error);
    if (owner === undefined) throw error;
    await fix(owner.engine, error);
    return await attempt();
  }
}

/**
 * Has an engine fix its index where an error says that it is damaged.
 *
 * @throws Any other error, as the engine explains it.
 */
async function fix(engine: LeasingEngine, error: unknown): Promise<void> {
  let isTold = false;
  await engine.lease({ refresh: false }, () => {
    if (isTold) return;
    isTold = true;
    throw error;
  });
}

async function holdAll<Engine extends LeasingEngine, Result>(
  members: readonly LeasedMember<Engine>[],
  { onProgress, ...options }: FreshnessOptions,
  { work, failures }: {
    readonly work: (held: readonly HeldTree<Engine>[]) => Promise<Result>;
    /** Takes each error of a reader, with whose it is. */
    readonly failures: Map<unknown, LeasedMember<Engine>>;
  },
): Promise<Result> {
  const released = Promise.withResolvers<void>();
  const held = new Map<LeasedMember<Engine>, Lease>();
  const ends: Promise<void>[] = [];
  const listen = onProgress && sumProgress(onProgress);
  const waiting = [...members];
  const openNext = async () => {
    for (let member = waiting.shift(); member !== undefined; member = waiting.shift()) {
      const opened = Promise.withResolvers<void>();
      const own = member;
      const end = own.engine.lease(
        { ...options, onProgress: listen?.(own.name) },
        async (lease) => {
          held.set(own, lease);
          opened.resolve();
          await released.promise;
        },
      );
      end.catch(opened.reject);
      ends.push(end);
      await opened.promise;
    }
  };
  try {
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext));
    return await work(members.map((member) => ({
      ...member,
      lease: ownFailures(held.get(member)!, (error) => failures.set(error, member)),
    })));
  } finally {
    waiting.length = 0;
    released.resolve();
    await Promise.allSettled(ends);
  }
}

/** Returns a lease each error of whose index is told before it is thrown. */
function ownFailures(lease: Lease, onFailure: (error: unknown) => void): Lease {
  const { indexed } = lease;
  const reader = new Proxy(indexed.reader, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const asked: unknown = Reflect.apply(value, target, args);
        if (asked instanceof Promise) asked.catch(onFailure);
        return asked;
      };
    },
  }) as IndexReader;
  return { ...lease, indexed: { ...indexed, reader } };
}

/** Returns what listens to the progress of each tree and tells the sum of all. */
function sumProgress(
  onProgress: (progress: IndexProgress) => void,
): (name: string) => (progress: IndexProgress) => void {
  const known = new Map<string, IndexProgress>();
  return (name) => (progress) => {
    known.set(name, progress);
    const sumOf = (key: "files" | "totalFiles" | "chunks") =>
      [...known.values()].reduce((sum, one) => sum + one[key], 0);
    onProgress({
      ...progress,
      files: sumOf("files"),
      totalFiles: sumOf("totalFiles"),
      chunks: sumOf("chunks"),
    });
  };
}
