import assert from "node:assert/strict";
import fc from "fast-check";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import { deleteSegment } from "./segments.ts";
import {
  findVectorBlock,
  hasVectors,
  iterateVectorBlocks,
  listVectorScales,
  vectorBlockRows,
  writeVectorBlock,
} from "./vectors.ts";

function block(segment: number, number: number, scales: readonly number[], dimensions = 2) {
  const numbers = Int8Array.from({ length: scales.length * dimensions }, (_, i) => i - segment);
  return { segment, block: number, scales: new Float32Array(scales), numbers };
}

Deno.test("writeVectorBlock() stores scales and numbers bit for bit, including those of NaN", () => {
  const scale = fc.float({ noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.array(scale, { minLength: 1, maxLength: 256 }), (scales) => {
      using store = openMemoryStore();
      const written = block(3, 0, scales);
      writeVectorBlock(store, written);
      assert.deepEqual(findVectorBlock(store, written, scales.length), written);
      assert.deepEqual(listVectorScales(store, 3, scales.length), written.scales);
    }),
    { numRuns: 30 },
  );
});

Deno.test("writeVectorBlock() replaces the block at the same location", () => {
  using store = openMemoryStore();
  writeVectorBlock(store, block(1, 0, [1, NaN]));
  writeVectorBlock(store, block(1, 0, [1, 2]));
  assert.deepEqual([...findVectorBlock(store, { segment: 1, block: 0 }, 2)!.scales], [1, 2]);
});

Deno.test("iterateVectorBlocks() yields the blocks of one segment in order, the last one shorter", () => {
  using store = openMemoryStore();
  const full = Array.from({ length: 256 }, (_, i) => i);
  writeVectorBlock(store, block(2, 2, [5, 6, 7]));
  writeVectorBlock(store, block(2, 0, full));
  writeVectorBlock(store, block(1, 0, [1]));
  const listBlocks = (blocks?: number[]) =>
    Array.from(
      iterateVectorBlocks(store, 2, { chunkCount: 515, blocks }),
      ({ block, scales }) => [block, scales.length],
    );
  assert.deepEqual(listBlocks(), [[0, 256], [2, 3]]);
  assert.deepEqual([listBlocks([1, 2]), listBlocks([])], [[[2, 3]], []]);
  const scales = listVectorScales(store, 2, 515);
  assert.deepEqual([...scales.subarray(0, 256)], full);
  assert.ok(scales.subarray(256, 512).every(Number.isNaN));
  assert.deepEqual([...scales.subarray(512)], [5, 6, 7]);
});

Deno.test("vectorBlockRows() counts the chunks of a block", () => {
  assert.deepEqual([vectorBlockRows(0, 300), vectorBlockRows(1, 300)], [256, 44]);
});

Deno.test("findVectorBlock() reports damage for a block of another size", () => {
  using store = openMemoryStore();
  writeVectorBlock(store, block(1, 0, [1, 2, 3]));
  for (const chunkCount of [0, 4]) {
    assert.throws(() => findVectorBlock(store, { segment: 1, block: 0 }, chunkCount), {
      code: "index-damaged",
    });
  }
  assert.equal(findVectorBlock(store, { segment: 1, block: 1 }, 600), undefined);
});

Deno.test("listVectorScales() reports damage for a block that ends among its scales", () => {
  using store = openMemoryStore();
  writeVectorBlock(store, { ...block(1, 0, [1]), numbers: new Int8Array() });
  assert.deepEqual([...listVectorScales(store, 1, 1)], [1]);
  for (const chunkCount of [0, 2]) {
    assert.throws(() => listVectorScales(store, 1, chunkCount), { code: "index-damaged" });
  }
});

Deno.test("deleteSegment() deletes the vectors of one segment, Store.empty() all", () => {
  using store = openMemoryStore();
  for (const segment of [1, 2]) writeVectorBlock(store, block(segment, 0, [1]));
  deleteSegment(store, 1);
  assert.ok(listVectorScales(store, 1, 1).every(Number.isNaN));
  assert.deepEqual([...listVectorScales(store, 2, 1)], [1]);
  assert.ok(hasVectors(store));
  store.empty("vectors");
  assert.ok(!hasVectors(store));
  assert.ok(listVectorScales(store, 2, 1).every(Number.isNaN));
});
