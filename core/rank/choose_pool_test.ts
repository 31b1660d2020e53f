import assert from "node:assert/strict";
import fc from "fast-check";
import { choosePool, findNearestFiles, MEANING_FLOOR, nthLargest } from "./choose_pool.ts";

Deno.test("nthLargest() returns the value at the index of the sorted numbers, also with equal values", () => {
  const few = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1 });
  const any = fc.array(fc.double({ noNaN: true }), { minLength: 1 });
  fc.assert(fc.property(fc.oneof(few, any), fc.nat(), (numbers, at) => {
    const place = at % numbers.length;
    const expected = Float64Array.from(numbers).sort().at(-1 - place)!;
    // The order of 0 and -0 does not matter.
    assert.equal(nthLargest(Float64Array.from(numbers), place + 1) + 0, expected + 0);
  }));
});

function meaningOf(...scores: number[]) {
  return { scores: Float64Array.from(scores), highest: Math.max(...scores) };
}

Deno.test("findNearestFiles() returns the nearest files, and those that equal the last of them", () => {
  assert.deepEqual(findNearestFiles(meaningOf(0.5, 0.9, 0.6, 0.6), { limit: 1 }), [1]);
  assert.deepEqual(findNearestFiles(meaningOf(0.5, 0.9, 0.6, 0.6), { limit: 2 }).sort(), [1, 2, 3]);
});

Deno.test("findNearestFiles() returns no file below the floor, and none that may not be proposed", () => {
  const below = MEANING_FLOOR - 0.01;
  assert.deepEqual(findNearestFiles(meaningOf(below, MEANING_FLOOR, 0), { limit: 9 }), [1]);
  assert.deepEqual(findNearestFiles(meaningOf(below), { limit: 9 }), []);
  const allowed = Uint8Array.of(0, 1);
  assert.deepEqual(findNearestFiles(meaningOf(0.9, 0.8), { limit: 9, allowed }), [1]);
  assert.deepEqual(findNearestFiles(undefined, { limit: 9 }), []);
});

Deno.test("choosePool() returns the files with the highest scores, and those that equal the last of them", () => {
  const none = new Set<string>();
  const chunks = { ...meaningOf(3, 0, 9, 6, 6), highestChunk: 9 };
  const evidence = { chunks, text: meaningOf(0, 8, 0, 0, 0), coverage: meaningOf() };
  assert.deepEqual(choosePool(evidence, { disabled: none }), [0, 2, 3, 4]);
  assert.deepEqual(choosePool(evidence, { limit: 1, disabled: none }), [2]);
  assert.deepEqual(choosePool(evidence, { limit: 2, disabled: none }), [2, 3, 4]);
  const allowed = Uint8Array.of(1, 1, 0, 1, 1);
  assert.deepEqual(choosePool(evidence, { limit: 1, disabled: none, allowed }), [3, 4]);
});
