import type { IndexProgress } from "../index/mod.ts";
import type { IndexReader } from "../index/mod.ts";
import type { Lease } from "../lease/mod.ts";
import type { FreshnessOptions } from "../search/mod.ts";

/** Engine of one tree, as far as leases on its index need it. */
export interface LeasingEngine {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Calls `work` with a lease on the index, and once more with a new lease when the index turns out to be damaged. */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result>;
}

/** One of several repositories, with its engine. */
export interface LeasedMember<Engine extends LeasingEngine = LeasingEngine> {
  /** Unique name of letters, digits and `._-`. */
  readonly name: string;
  readonly engine: Engine;
}

/** Repository with an open lease on its index. */
export interface LeasedTree<Engine extends LeasingEngine = LeasingEngine>
  extends LeasedMember<Engine> {
  readonly lease: Lease;
}

/** Maximum number of trees that are refreshed at the same time: each starts a process that lists its files. */
const OPENED_AT_ONCE = 4;

/**
 * Calls `work` with leases on several indexes. When an index turns out to be damaged, its engine repairs it, and `work` is
 * called once more with new leases.
 *
 * @throws Errors of opening a lease and of `work`.
 */
export async function withLeases<Engine extends LeasingEngine, Result>(
  members: readonly LeasedMember<Engine>[],
  options: FreshnessOptions,
  work: (held: readonly LeasedTree<Engine>[]) => Promise<Result>,
): Promise<Result> {
  const failures = new Map<unknown, LeasedMember<Engine>>();
  const attempt = () => openLeases(members, options, { work, failures });
  try {
    return await attempt();
  } catch (error) {
    const owner = failures.get(error);
    if (owner === undefined) throw error;
    await repairIndex(owner.engine, error);
    return await attempt();
  }
}

/**
 * Has an engine repair its index when an error says that it is damaged.
 *
 * @throws Any other error, as the engine explains it.
 */
async function repairIndex(engine: LeasingEngine, error: unknown): Promise<void> {
  let isThrown = false;
  await engine.lease({ refresh: false }, () => {
    if (isThrown) return;
    isThrown = true;
    throw error;
  });
}

async function openLeases<Engine extends LeasingEngine, Result>(
  members: readonly LeasedMember<Engine>[],
  { onProgress, ...options }: FreshnessOptions,
  { work, failures }: {
    readonly work: (held: readonly LeasedTree<Engine>[]) => Promise<Result>;
    /** Receives each error of a reader, with its repository. */
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
      lease: reportFailures(held.get(member)!, (error) => failures.set(error, member)),
    })));
  } finally {
    waiting.length = 0;
    released.resolve();
    await Promise.allSettled(ends);
  }
}

/** Returns a lease that passes each error of its index to `onFailure` before it throws it. */
function reportFailures(lease: Lease, onFailure: (error: unknown) => void): Lease {
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

/** Returns a function that creates the progress listener of a tree; the sum over all trees is passed to `onProgress`. */
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
