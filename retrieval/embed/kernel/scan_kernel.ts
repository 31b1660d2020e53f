import { alignedAddress, openVectorKernel } from "./vector_kernel.ts";

/**
 * Maximum absolute value of a number of a query. A query has 13 bits where stored vectors have 8,
 * as this costs nothing. With 13 bits, 32-bit sums can hold 4,096 dimensions (`4095 * 127 * 4096 <
 * 2 ** 31`).
 */
const MAX_QUERY_NUMBER = 4095;

/** Rows in memory have a multiple of this number of dimensions. Unused dimensions are 0. */
const DIMENSION_STEP = 64;

/** Query in the format of the kernels. */
export interface ScanQuery {
  /** Number for each dimension of a row in memory. */
  readonly numbers: Int16Array;
  /** Factor that converts them to the query's numbers. */
  readonly factor: number;
}

/** Memory for vectors, with the loop that multiplies a query with all of them. */
export interface ScanKernel {
  readonly capacity: number;
  /** Number of dimensions of a row in memory; see {@link rowStride}. */
  readonly stride: number;
  /** Factor of each vector's numbers; NaN for a row without a vector. */
  readonly scales: Float32Array;
  readonly rows: Int8Array;
  /**
   * Returns the scalar product of the query with each of `count` vectors; NaN for a row without
   * one. Valid until the next call.
   *
   * @param first Index of the first row. @default 0
   */
  score(query: ScanQuery, count: number, first?: number): Float32Array;
}

/** Returns the number of numbers of a row in memory for `dimensions`. */
export function rowStride(dimensions: number): number {
  return Math.ceil(dimensions / DIMENSION_STEP) * DIMENSION_STEP;
}

/** Returns a query in the format of the kernels, with its numbers rounded to 13 bits. */
export function toScanQuery(query: Float32Array): ScanQuery {
  let largest = 0;
  for (let i = 0; i < query.length; i++) largest = Math.max(largest, Math.abs(query[i]!));
  const factor = Math.fround(largest / MAX_QUERY_NUMBER);
  const numbers = new Int16Array(rowStride(query.length));
  for (let i = 0; i < query.length && factor > 0; i++) {
    const value = Math.round(query[i]! / factor);
    numbers[i] = Math.max(-MAX_QUERY_NUMBER, Math.min(MAX_QUERY_NUMBER, value));
  }
  return { numbers, factor };
}

/** Returns a kernel in WebAssembly, or in TypeScript on a machine without SIMD. */
export function createScanKernel(dimensions: number, capacity: number): ScanKernel {
  try {
    return createWasmScanKernel(dimensions, capacity);
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return createPlainScanKernel(dimensions, capacity);
  }
}

/**
 * Returns a kernel in TypeScript with a capacity of `capacity` vectors, for machines without SIMD.
 * It computes exactly the same sums in four to six times the time.
 */
export function createPlainScanKernel(dimensions: number, capacity: number): ScanKernel {
  const stride = rowStride(dimensions);
  const scales = new Float32Array(capacity);
  const rows = new Int8Array(capacity * stride);
  const out = new Float32Array(capacity);
  const round = Math.fround;
  const score = ({ numbers, factor }: ScanQuery, count: number, first = 0) => {
    let at = first * stride;
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let j = 0; j < stride; j++) sum += numbers[j]! * rows[at++]!;
      // The sum is a whole number. The rest is rounded where the other kernel rounds.
      out[i] = round(round(sum) * scales[first + i]!) * factor;
    }
    return out.subarray(0, count);
  };
  return { capacity, stride, scales, rows, score };
}

/**
 * Returns a kernel in WebAssembly with a capacity of `capacity` vectors, which processes 64
 * dimensions per iteration.
 *
 * @throws {WebAssembly.CompileError} On a machine without SIMD.
 * @throws {RangeError} When there is not enough memory.
 */
export function createWasmScanKernel(dimensions: number, capacity: number): ScanKernel {
  const stride = rowStride(dimensions);
  const scalesAt = alignedAddress(stride * 2);
  const outAt = alignedAddress(scalesAt + capacity * 4);
  const rowsAt = alignedAddress(outAt + capacity * 4);
  const { kernel, buffer } = openVectorKernel(rowsAt + capacity * stride);
  const query = new Int16Array(buffer, 0, stride);
  const scales = new Float32Array(buffer, scalesAt, capacity);
  const out = new Float32Array(buffer, outAt, capacity);
  const rows = new Int8Array(buffer, rowsAt, capacity * stride);
  const score = ({ numbers, factor }: ScanQuery, count: number, first = 0) => {
    query.set(numbers);
    const firstRow = rowsAt + first * stride;
    kernel.score(firstRow, scalesAt + first * 4, outAt, 0, count, stride, factor);
    return out.subarray(0, count);
  };
  return { capacity, stride, scales, rows, score };
}
