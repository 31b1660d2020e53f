import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createPlainScanKernel,
  createWasmScanKernel,
  type ScanKernel,
  toScanQuery,
} from "./scan_kernel.ts";

const KERNELS = [createWasmScanKernel, createPlainScanKernel] as const;

function fill(kernel: ScanKernel, rows: readonly (readonly number[])[], scales: readonly number[]) {
  rows.forEach((row, i) => kernel.rows.set(row, i * kernel.stride));
  kernel.scales.set(scales);
}

for (const create of KERNELS) {
  Deno.test(`${create.name}() makes a kernel that multiplies as worked out by hand`, () => {
    const kernel = create(3, 2);
    fill(kernel, [[127, 0, 0], [-1, 2, 100]], [1 / 127, 0.5]);
    // The largest number of the query becomes 4095. The products are those of whole numbers.
    const query = toScanQuery(new Float32Array([1, -0.5, 0]));
    assert.deepEqual([...query.numbers.subarray(0, 3)], [4095, -2047, 0]);
    const [first, second] = kernel.score(query, 2);
    assert.ok(Math.abs(first! - 1) < 1e-6);
    assert.ok(Math.abs(second! - 0.5 * (-1 + 2 * (-2047 / 4095))) < 1e-6);
  });

  Deno.test(`${create.name}() makes a kernel that gives NaN for rows without a vector`, () => {
    const kernel = create(16, 3);
    fill(kernel, [[1], [1], [1]], [1, NaN, 1]);
    const scores = kernel.score(toScanQuery(new Float32Array(16).fill(1)), 3);
    assert.deepEqual([...scores].map(Number.isNaN), [false, true, false]);
    assert.equal(kernel.score(toScanQuery(new Float32Array(16)), 1)[0], 0);
    assert.equal(kernel.score(toScanQuery(new Float32Array(16)), 0).length, 0);
  });

  Deno.test(`${create.name}() makes a kernel whose sums hold the largest numbers there are`, () => {
    const kernel = create(4096, 1);
    fill(kernel, [Array.from({ length: 4096 }, () => 127)], [1]);
    const [score] = kernel.score(toScanQuery(new Float32Array(4096).fill(1)), 1);
    assert.ok(Math.abs(score! / (4096 * 127) - 1) < 1e-6, `${score}`);
  });
}

Deno.test("both scan kernels return the same numbers, bit by bit, for any vectors", () => {
  const inputs = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
    fc.record({
      rows: fc.array(
        fc.array(fc.integer({ min: -127, max: 127 }), {
          minLength: dimensions,
          maxLength: dimensions,
        }),
        { maxLength: 40 },
      ),
      query: fc.array(fc.float({ noDefaultInfinity: true, noNaN: true, min: -1, max: 1 }), {
        minLength: dimensions,
        maxLength: dimensions,
      }),
      scale: fc.float({ noNaN: true, min: 0, max: 1 }),
    })
  );
  fc.assert(fc.property(inputs, ({ rows, query, scale }) => {
    const scanQuery = toScanQuery(new Float32Array(query));
    const [fast, plain] = KERNELS.map((create) => {
      const kernel = create(query.length, rows.length + 1);
      fill(kernel, rows, rows.map((_, i) => i % 5 === 4 ? NaN : scale * (i + 1)));
      return kernel.score(scanQuery, rows.length).slice();
    });
    assert.deepEqual(fast, plain);
  }));
});
