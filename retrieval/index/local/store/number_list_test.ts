import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeNumbers, encodeNumbers } from "./number_list.ts";

const rising = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { maxLength: 50 })
  .map((numbers) => numbers.toSorted((a, b) => a - b));

Deno.test("decodeNumbers() returns the numbers that encodeNumbers() encoded", () => {
  fc.assert(fc.property(rising, (numbers) => {
    assert.deepEqual(decodeNumbers(encodeNumbers(numbers, -1)), numbers);
  }));
});

Deno.test("encodeNumbers() returns bytes that continue an earlier list", () => {
  fc.assert(fc.property(rising, fc.nat(50), (numbers, cut) => {
    const [first, second] = [numbers.slice(0, cut), numbers.slice(cut)];
    const bytes = Uint8Array.of(
      ...encodeNumbers(first, -1),
      ...encodeNumbers(second, first.at(-1) ?? -1),
    );
    assert.deepEqual(decodeNumbers(bytes), numbers);
  }));
});

Deno.test("encodeNumbers() takes one byte for a number near the previous one", () => {
  assert.deepEqual([...encodeNumbers([0, 1, 129, 258], -1)], [0, 0, 127, 0x80, 1]);
});
