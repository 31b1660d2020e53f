import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createPlainRowSums,
  createRowSums,
  createWasmRowSums,
  type RowSource,
  type RowSums,
} from "./row_sums.ts";

function sourceOf(
  dimensions: number,
  rows: readonly (readonly number[])[],
  scales: readonly number[],
) {
  const source: RowSource = {
    header: { rows: rows.length, dimensions },
    scales: new Float32Array(scales),
    read: (vectors) => new Int8Array(vectors.buffer, vectors.byteOffset).set(rows.flat()),
  };
  return source;
}

/** Returns what `sums` writes over other numbers. */
function sum(sums: RowSums, rows: readonly number[], dimensions: number): Float32Array {
  const target = new Float32Array(dimensions).fill(7);
  sums(rows, target);
  return target;
}

Deno.test("createRowSums() adds rows times their scales, for any number of dimensions", () => {
  for (const dimensions of [3, 16]) {
    const pad = (row: readonly number[]) =>
      Array.from({ length: dimensions }, (_, i) => row[i] ?? 0);
    const rows = [[1, 2, 3], [-127, 0, 10], [0, 0, 1]].map(pad);
    const sums = createRowSums(sourceOf(dimensions, rows, [1, 0.5, 4]));
    assert.deepEqual([...sum(sums, [0, 1], dimensions)], pad([-62.5, 2, 8]));
    assert.deepEqual([...sum(sums, [2], dimensions)], pad([0, 0, 4]));
    assert.deepEqual([...sum(sums, [], dimensions)], pad([]));
  }
});

Deno.test("row sums with and without SIMD are the same, bit by bit, for any rows", () => {
  const inputs = fc.integer({ min: 1, max: 4 }).chain((steps) =>
    fc.record({
      rows: fc.array(
        fc.array(fc.integer({ min: -128, max: 127 }), {
          minLength: steps * 16,
          maxLength: steps * 16,
        }),
        { minLength: 1, maxLength: 12 },
      ),
      scales: fc.array(fc.float({ noNaN: true, min: -2, max: 2 }), {
        minLength: 12,
        maxLength: 12,
      }),
      order: fc.array(fc.nat(), { maxLength: 12 }),
    })
  );
  fc.assert(fc.property(inputs, ({ rows, scales, order }) => {
    const source = sourceOf(rows[0]!.length, rows, scales);
    const list = [...new Set(order.map((row) => row % rows.length))];
    const { dimensions } = source.header;
    assert.deepEqual(
      sum(createWasmRowSums(source), list, dimensions),
      sum(createPlainRowSums(source), list, dimensions),
    );
  }));
});
