/**
 * Keeps values for as long as they are asked for, within a limit.
 *
 * There are two generations. What is asked for moves to the young one; when that has half of the weight,
 * it becomes the old one, and what nobody has asked for since the last change is forgotten. That takes no
 * list in the order of use, which would change with every look.
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
   * @param options.limit Most that the values may weigh together.
   * @param options.sizeOf Returns what a value weighs, above 0. @default 1 each
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

  /** Returns the value under `key`, or undefined when there is none any more. */
  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Keeps a value under `key`, unless it alone weighs more than half of what may be kept. */
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
