import type { PassageSource } from "@dossier/core";
import type { Embedder } from "../embed/mod.ts";
import type { IndexState } from "../index/mod.ts";
import { BoundedMap } from "../machine/mod.ts";
import type { SourceCache, SourceTree } from "../tree/mod.ts";

/** What an answer is found in, at one moment. */
export interface ReusePlace extends SourceTree {
  readonly sources: SourceCache;
  /** The same object for as long as the index is in the same state. */
  readonly index: IndexState;
  readonly embedder: Embedder | undefined;
}

/** What was found. */
export interface Reusable<Value> {
  readonly value: Value;
  /** The texts that it was found in besides the index, by path; undefined for what may be otherwise the next time. */
  readonly read: ReadonlyMap<string, PassageSource> | undefined;
  /** About what it takes in memory. */
  readonly bytes: number;
}

/** What is kept, and what it hangs on. */
interface KeptResult extends Omit<Reusable<unknown>, "read"> {
  readonly read: ReadonlyMap<string, PassageSource>;
  readonly index: IndexState;
  readonly embedder: Embedder | undefined;
  readonly rules: string;
}

/** Most that is kept, in about bytes: thousands of searches, or a hundred bundles. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/**
 * What questions have found, each for as long as the index, the rules and every file that it was found in are the same.
 * Agents that work side by side ask the same, and one that goes on asks again.
 */
export class ReuseShelf {
  readonly #kept = new BoundedMap<string, KeptResult>({
    limit: MAX_KEPT_BYTES,
    sizeOf: ({ bytes }) => bytes,
  });

  /**
   * Returns what was found before, or else what `find` finds.
   *
   * @param key All that is asked: values of JSON, and sets of them.
   */
  async find<Value>(
    key: readonly unknown[],
    { index, embedder, ...tree }: ReusePlace,
    find: () => Promise<Reusable<Value>>,
  ): Promise<Value> {
    const { include, user } = tree.visibility.rules;
    // Globs are looked up in the tree.
    if (include.length > 0 || (user?.include.length ?? 0) > 0) return (await find()).value;
    const name = JSON.stringify(key, (_, value) => value instanceof Set ? [...value] : value);
    const rules = JSON.stringify(tree.visibility.rules);
    const kept = this.#kept.get(name);
    if (
      kept?.index === index && kept.embedder === embedder && kept.rules === rules &&
      [...kept.read].every(([path, source]) => tree.sources.isCurrent(path, source, tree))
    ) return kept.value as Value;
    const { value, read, bytes } = await find();
    if (read !== undefined) this.#kept.set(name, { value, read, bytes, index, embedder, rules });
    return value;
  }
}
