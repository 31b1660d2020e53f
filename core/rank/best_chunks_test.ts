import assert from "node:assert/strict";
import fc from "fast-check";
import { bestChunks, FURTHER_CHUNK_WEIGHT } from "./best_chunks.ts";

Deno.test("bestChunks() takes what sorting each file's chunks takes", () => {
  const chunks = fc.array(fc.tuple(fc.nat(4), fc.nat(9)), { maxLength: 40 });
  fc.assert(fc.property(chunks, (given) => {
    const fileOf = Uint32Array.from(given, ([file]) => file);
    const found = bestChunks(Float64Array.from(given, ([, score]) => score), {
      fileOf,
      fileCount: 5,
    });
    const expected = [0, 1, 2, 3, 4].map((file) => {
      const [first = 0, second = 0, third = 0] = given
        .filter(([other]) => other === file).map(([, score]) => score).sort((a, b) => b - a);
      return first + FURTHER_CHUNK_WEIGHT * (second + third);
    });
    assert.deepEqual([...found.scores], expected);
    assert.equal(found.highest, Math.max(...expected));
  }));
});

Deno.test("bestChunks() has a highest score of 0 when no chunk has one", () => {
  const found = bestChunks(new Float64Array(2), { fileOf: Uint32Array.of(0, 0), fileCount: 1 });
  assert.equal(found.highest, 0);
});
