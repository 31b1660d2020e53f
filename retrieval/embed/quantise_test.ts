import assert from "node:assert/strict";
import fc from "fast-check";
import { quantise, quantiseRows } from "./quantise.ts";

Deno.test("quantise() gives the largest number 127, and the others in proportion", () => {
  const target = new Int8Array(5);
  const scale = quantise(new Float32Array([0.5, -1, 0.25]), target, 1);
  assert.deepEqual([...target], [0, 64, -127, 32, 0]);
  assert.equal(scale, Math.fround(1 / 127));
});

Deno.test("quantise() returns the scale 0 for a row of zeros", () => {
  const target = new Int8Array([1, 2]);
  assert.equal(quantise(new Float32Array(2), target, 0), 0);
  assert.deepEqual([...target], [0, 0]);
});

Deno.test("quantise() has an error of at most half a step, for any row", () => {
  const number = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1, max: 1 });
  fc.assert(fc.property(fc.array(number, { minLength: 1 }), (numbers) => {
    const row = new Float32Array(numbers);
    // Scales of smaller rows have fewer than 24 bits. Vectors have length 1.
    fc.pre(row.some((value) => Math.abs(value) > 1e-30));
    const target = new Int8Array(row.length);
    const scale = quantise(row, target, 0);
    row.forEach((value, i) => {
      assert.ok(Math.abs(target[i]! * scale - value) <= scale * 0.5001, `${value}`);
    });
  }));
});

Deno.test("quantiseRows() writes rows one after another, each with its scale", () => {
  const rows = [new Float32Array([0.5, -1]), new Float32Array(2), new Float32Array([0, 2])];
  const { scales, numbers } = quantiseRows(rows);
  assert.deepEqual([...numbers], [64, -127, 0, 0, 0, 127]);
  assert.deepEqual([...scales], [Math.fround(1 / 127), 0, Math.fround(2 / 127)]);
});
