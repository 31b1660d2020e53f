/**
 * Cache of values with a size limit, which drops values that were not read for long.
 *
 * There are two generations. A value that is read moves to the young generation. When the young
 * generation has half of the maximum size, it becomes the old one, and the values of the previous
 * old generation are dropped. This needs no list in order of use, which each read would change.
 *
 * @example
 * ```ts
 * import { BoundedMap } from "./bounded_map.ts";
 * import assert from "node:assert/strict";
 *
 * const map = new BoundedMap<string, number>({ limit: 4 });
 * for (const name of ["a", "b", "c"]) map.set(name, name.charCodeAt(0));
 * assert.equal(map.get("a"), 97);
 * map.set("d", 100);
 * assert.deepEqual(["a", "b", "c", "d"].map((name) => map.get(name)), [97, undefined, 99, 100]);
 * ```
 */
export class BoundedMap<Key, Value> {
  readonly #half: number;
  readonly #sizeOf: (value: Value) => number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #size = 0;

  /**
   * @param options.limit Maximum total size of the values.
   * @param options.sizeOf Returns the size of a value, above 0. @default 1 for each value
   */
  constructor(
    { limit, sizeOf = () => 1 }: {
      readonly limit: number;
      readonly sizeOf?: (value: Value) => number;
    },
  ) {
    this.#half = limit / 2;
    this.#sizeOf = sizeOf;
  }

  /** Returns the value of `key`; undefined when there is none, or it was dropped. */
  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Stores a value under `key`, unless its size exceeds half of the limit. */
  set(key: Key, value: Value): void {
    const young = this.#young.get(key);
    if (young !== undefined) this.#size -= this.#sizeOf(young);
    this.#young.delete(key);
    this.#old.delete(key);
    const size = this.#sizeOf(value);
    if (size > this.#half) return;
    if (this.#size + size > this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#young.set(key, value);
    this.#size += size;
  }
}
