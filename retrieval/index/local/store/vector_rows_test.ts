import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeVectorRows, encodeVectorRows } from "./vector_rows.ts";

Deno.test("decodeVectorRows() returns the rows that encodeVectorRows() encoded, and nothing for a part", () => {
  const rows = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 })).chain((
    [count, dimensions],
  ) =>
    fc.tuple(
      fc.float32Array({
        minLength: count,
        maxLength: count,
        noDefaultInfinity: true,
      }),
      fc.int8Array({
        minLength: count * dimensions,
        maxLength: count * dimensions,
      }),
    )
  );
  fc.assert(fc.property(rows, fc.nat(), ([scales, numbers], cut) => {
    const data = encodeVectorRows({ scales, numbers });
    assert.deepEqual(decodeVectorRows(data, scales.length), { scales, numbers });
    data[data.length - 1] = 0;
    assert.equal(decodeVectorRows(data, scales.length), undefined);
    const part = data.subarray(0, cut % (scales.length * 4 + 2));
    assert.equal(decodeVectorRows(part, scales.length), undefined);
  }));
});

Deno.test("decodeVectorRows() reports damage for an infinite scale, and accepts NaN for a row without a vector", () => {
  const numbers = new Int8Array(4);
  for (const scale of [Infinity, -Infinity, NaN]) {
    const written = { scales: new Float32Array([1, scale]), numbers };
    const rows = decodeVectorRows(encodeVectorRows(written), 2);
    assert.deepEqual(rows, Number.isNaN(scale) ? written : undefined);
  }
});
