import type { PassageSource } from "@dossier/core";
import type { Embedder } from "../embed/mod.ts";
import type { IndexState } from "../index/mod.ts";
import { BoundedMap } from "../machine/mod.ts";
import type { SourceCache, SourceTree } from "../tree/mod.ts";

/** State of the tree and the index that a cached result depends on. */
export interface ResultCacheTree extends SourceTree {
  readonly sources: SourceCache;
  /** State of the index: the same object while the index is unchanged. */
  readonly index: IndexState;
  readonly embedder: Embedder | undefined;
}

/** Result with the files that it depends on. */
export interface CacheableResult<Value> {
  readonly value: Value;
  /**
   * Texts that the result depends on besides the index, by path; `undefined` for a result that may
   * differ the next time.
   */
  readonly read: ReadonlyMap<string, PassageSource> | undefined;
  /** Approximate memory of the result, in bytes. */
  readonly bytes: number;
}

/** Cached result with its dependencies. */
interface CachedResult extends Omit<CacheableResult<unknown>, "read"> {
  readonly read: ReadonlyMap<string, PassageSource>;
  readonly index: IndexState;
  readonly embedder: Embedder | undefined;
  readonly rules: string;
}

/**
 * Maximum memory of the cache, in approximate bytes: thousands of searches, or a hundred bundles.
 */
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/**
 * Cache of the results of questions, each valid while the index, the rules and every file that it
 * depends on are unchanged. Agents that work in parallel ask the same questions, and an agent that
 * is resumed asks them again.
 */
export class ResultCache {
  readonly #results = new BoundedMap<string, CachedResult>({
    limit: MAX_CACHED_BYTES,
    sizeOf: ({ bytes }) => bytes,
  });

  /**
   * Returns the cached result, or else the result of `find`.
   *
   * @param key All parts of the request: JSON values, and sets of them.
   */
  async find<Value>(
    key: readonly unknown[],
    { index, embedder, ...tree }: ResultCacheTree,
    find: () => Promise<CacheableResult<Value>>,
  ): Promise<Value> {
    const { include, user } = tree.visibility.rules;
    // Globs are matched against the tree.
    if (include.length > 0 || (user?.include.length ?? 0) > 0) return (await find()).value;
    const name = JSON.stringify(key, (_, value) => value instanceof Set ? [...value] : value);
    const rules = JSON.stringify(tree.visibility.rules);
    const cached = this.#results.get(name);
    if (
      cached?.index === index && cached.embedder === embedder && cached.rules === rules &&
      [...cached.read].every(([path, source]) => tree.sources.isCurrent(path, source, tree))
    ) return cached.value as Value;
    const { value, read, bytes } = await find();
    if (read !== undefined) this.#results.set(name, { value, read, bytes, index, embedder, rules });
    return value;
  }
}
