/** Maximum absolute value of a quantised number: signed bytes without -128. */
const MAX_NUMBER = 127;

/**
 * Writes a row as signed bytes at `offset` of `target`, and returns the scale that converts them
 * back, with an error of at most half the scale; 0 for a row of zeros.
 */
export function quantise(row: Float32Array, target: Int8Array, offset: number): number {
  let largest = 0;
  for (let i = 0; i < row.length; i++) largest = Math.max(largest, Math.abs(row[i]!));
  const scale = Math.fround(largest / MAX_NUMBER);
  if (scale === 0) target.fill(0, offset, offset + row.length);
  // The rounded scale may be slightly too small for the largest number.
  else for (let i = 0; i < row.length; i++) target[offset + i] = toByte(row[i]! / scale);
  return scale;
}

/** Returns rows of one length as consecutive signed bytes, with their scales. */
export function quantiseRows(rows: readonly Float32Array[]): {
  readonly scales: Float32Array;
  readonly numbers: Int8Array;
} {
  const dimensions = rows[0]?.length ?? 0;
  const scales = new Float32Array(rows.length);
  const numbers = new Int8Array(rows.length * dimensions);
  for (const [i, row] of rows.entries()) scales[i] = quantise(row, numbers, i * dimensions);
  return { scales, numbers };
}

function toByte(value: number): number {
  return Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, Math.round(value)));
}
