import assert from "node:assert/strict";
import { addChecksums, checksum } from "./checksum.ts";

Deno.test("checksum() is FNV-1a of the bytes, with a separator after each value", () => {
  // The reference hash of "a" is 0xe40c292c.
  assert.equal(checksum("a"), checksum(Uint8Array.of(0x61)));
  assert.equal(
    checksum(Uint8Array.of(0, 9, 8, 7, 6, 5).subarray(1)),
    checksum(Uint8Array.of(9, 8, 7, 6, 5)),
  );
  assert.equal(checksum("a"), Math.imul(0xe40c292c ^ 0x10000, 0x01000193) >>> 0);
  assert.equal(checksum(), 0x811c9dc5);
  assert.equal(checksum(12), checksum("12"));
});

Deno.test("checksum() depends on where one value ends and the next begins", () => {
  assert.notEqual(checksum("ab", "c"), checksum("a", "bc"));
  assert.notEqual(checksum("a"), checksum("a", ""));
});

Deno.test("checksum() is the same for few bytes, many bytes and a view of others", () => {
  for (const length of [0, 3, 508, 511, 512, 515, 70_000, 200_001]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 31 + (i >> 8));
    let expected = 0x811c9dc5;
    const whole = length & ~3;
    const words = new DataView(bytes.buffer);
    for (let i = 0; i < whole; i += 4) {
      expected = Math.imul(expected ^ words.getInt32(i, true), 0x01000193);
    }
    for (let i = whole; i < length; i++) expected = Math.imul(expected ^ bytes[i]!, 0x01000193);
    expected = Math.imul(expected ^ 0x10000, 0x01000193) >>> 0;
    assert.equal(checksum(bytes), expected, `${length}`);
    const inner = new Uint8Array(length + 5);
    inner.set(bytes, 3);
    assert.equal(checksum(inner.subarray(3, 3 + length)), expected, `${length} in others`);
  }
});

Deno.test("checksum() changes with any flipped bit", () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => i * 7);
  const sums = new Set([checksum(bytes)]);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    bytes[bit >>> 3]! ^= 1 << (bit & 7);
    assert.notEqual(checksum(bytes), [...sums][0]);
    bytes[bit >>> 3]! ^= 1 << (bit & 7);
  }
});

Deno.test("addChecksums() does not depend on the order, and returns a number of 32 bits", () => {
  const sums = [checksum("a"), checksum("b"), checksum("c")];
  const total = sums.reduce(addChecksums, 0);
  assert.equal(sums.toReversed().reduce(addChecksums, 0), total);
  assert.ok(total >= 0 && total < 2 ** 32);
});
