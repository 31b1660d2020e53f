/**
 * Last byte of a value. SQLite keeps no checksums, and only the last page of a long value can be
 * lost without SQLite noticing.
 */
const END_MARK = 0xa5;

/** Number of bytes of a scale. */
export const SCALE_BYTES = 4;

/** Vectors as they are stored. */
export interface VectorRows {
  /** Factor of each vector's numbers; NaN for a row without a vector. */
  readonly scales: Float32Array;
  /** Numbers of the vectors, one vector after another. */
  readonly numbers: Int8Array;
}

/**
 * Returns vectors as one value: the scales in the byte order of the machine, the numbers, and an
 * end mark.
 */
export function encodeVectorRows({ scales, numbers }: VectorRows): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(scales.byteLength + numbers.byteLength + 1).fill(END_MARK, -1);
  data.set(new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength));
  data.set(
    new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
    scales.byteLength,
  );
  return data;
}

/**
 * Returns the vectors of an encoded value; undefined when it is incomplete or has an infinite
 * scale. The numbers are a view of the value, not a copy.
 */
export function decodeVectorRows(data: Uint8Array, count: number): VectorRows | undefined {
  const end = data.length - 1;
  if (count < 1 || end <= count * SCALE_BYTES || end % count !== 0 || data[end] !== END_MARK) {
    return undefined;
  }
  const numbersAt = count * SCALE_BYTES;
  // Stored in the byte order of the machine, like the lengths of segments.
  const scales = new Float32Array(data.slice(0, numbersAt).buffer);
  if (scales.includes(Infinity) || scales.includes(-Infinity)) return undefined;
  return {
    scales,
    numbers: new Int8Array(data.buffer, data.byteOffset + numbersAt, end - numbersAt),
  };
}
