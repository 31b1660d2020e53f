import assert from "node:assert/strict";
import fc from "fast-check";
import { BoundedMap } from "./bounded_map.ts";

Deno.test("BoundedMap.set() stores no value larger than half of the limit, and drops the previous one", () => {
  const map = new BoundedMap<string, string>({ limit: 10, sizeOf: ({ length }) => length });
  map.set("a", "12345");
  assert.equal(map.get("a"), "12345");
  map.set("a", "123456");
  assert.equal(map.get("a"), undefined);
  // A dropped value does not count any more.
  map.set("b", "12345");
  map.set("c", "12345");
  assert.deepEqual([map.get("b"), map.get("c")], ["12345", "12345"]);
});

Deno.test("BoundedMap.get() returns only the last value that was set, and never too many", () => {
  const limit = 20;
  const step = fc.record({
    key: fc.integer({ min: 0, max: 8 }),
    weight: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  });
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const map = new BoundedMap<number, number[]>({ limit, sizeOf: ([weight = 1]) => weight });
    const last = new Map<number, number[]>();
    for (const { key, weight } of steps) {
      if (weight === undefined) {
        const found = map.get(key);
        if (found !== undefined) assert.equal(found, last.get(key));
        continue;
      }
      const value = [weight];
      map.set(key, value);
      last.set(key, value);
      assert.equal(map.get(key), weight > limit / 2 ? undefined : value);
    }
    const kept = [...last.keys()].filter((key) => map.get(key) !== undefined);
    assert.ok(kept.reduce((sum, key) => sum + last.get(key)![0]!, 0) <= 3 * limit / 2);
  }));
});
