import assert from "node:assert/strict";
import fc from "fast-check";
import { bestChunks, FURTHER_CHUNK_WEIGHT } from "./best_chunks.ts";

Deno.test("bestChunks() returns the same scores as sorting each file's chunks", () => {
  const files = fc.array(fc.array(fc.nat(9), { maxLength: 9 }), { maxLength: 5 });
  fc.assert(fc.property(files, (given) => {
    const firstChunks = Uint32Array.of(
      0,
      ...given.map((_, i) => given.slice(0, i + 1).flat().length),
    );
    const found = bestChunks(Float64Array.from(given.flat()), firstChunks);
    const expected = given.map((scores) => {
      const [first = 0, second = 0, third = 0] = scores.toSorted((a, b) => b - a);
      return first + FURTHER_CHUNK_WEIGHT * (second + third);
    });
    assert.deepEqual([...found.scores], expected);
    assert.equal(found.highest, Math.max(0, ...expected));
    assert.equal(found.highestChunk, Math.max(0, ...given.flat()));
  }));
});

Deno.test("bestChunks() has a highest score of 0 when no chunk has one", () => {
  const found = bestChunks(new Float64Array(2), Uint32Array.of(0, 2));
  assert.equal(found.highest, 0);
});

Deno.test("bestChunks() returns no scores for an index without files", () => {
  assert.deepEqual(bestChunks(new Float64Array(0), Uint32Array.of(0)).scores.length, 0);
});
